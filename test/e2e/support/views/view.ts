import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import type { RouteName } from '#kit/web/route/routes.ts'

/** The page that shows a view, and its browser. */
export type Setup = { page: Page; context: BrowserContext; browser: Browser }

/** A screen in one state. */
export type View = {
  screen: RouteName
  /** A short description. */
  state: string
  /** The address after the portal's, or a function that prepares it. */
  at: string | ((setup: Setup) => Promise<string>)
  /** The heading, and the beginning of the title. */
  title: string | RegExp
  /** The heading before `act`, where that leads to another screen. */
  from?: string
  /** Actions on the screen; answers the element that must be shown then. */
  act?: (setup: Setup) => Promise<Locator>
  /** Runs before the page is opened, for conditions of the browser or the network. */
  before?: (setup: Setup) => Promise<void>
}

/** The states of one screen, beginning with the opened one. */
export function statesOf(
  shared: Pick<View, 'screen' | 'at' | 'title' | 'before'>,
  states: Readonly<Record<string, View['act']>> = {},
): View[] {
  return [
    { ...shared, state: 'as it opens' },
    ...Object.entries(states).map(([state, act]) => ({ ...shared, state, ...(act ? { act } : {}) })),
  ]
}

/** Runs `make` once for all views of one person. Test files share this module, and have persons of their own. */
export function once<T>(make: (setup: Setup) => Promise<T>): (setup: Setup) => Promise<T> {
  const made = new WeakMap<BrowserContext, Promise<T>>()
  return (setup) => {
    const found = made.get(setup.context) ?? make(setup)
    made.set(setup.context, found)
    return found
  }
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
