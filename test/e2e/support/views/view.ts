import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import type { RouteName } from '#kit/web/route/routes.ts'

/** Where a state is made: the page that shows it, and what the person's browser may send beside it. */
export type Scene = { page: Page; context: BrowserContext; browser: Browser }

/** A screen in one state. */
export type View = {
  screen: RouteName
  /** What there is to see, in a few words. */
  state: string
  /** The address after the portal's, or how what stands there is made first. */
  at: string | ((scene: Scene) => Promise<string>)
  /** The heading, and the beginning of the title. */
  title: string | RegExp
  /** The heading before `act`, where that leads to another screen. */
  from?: string
  /** What a person does there: answers what then stands on the screen, and still stands when all was looked at. */
  act?: (scene: Scene) => Promise<Locator>
  /** Asked of the page before it is opened: what the browser itself would be told, or could not reach. */
  before?: (scene: Scene) => Promise<void>
}

/** One screen's states, the first as it opens. */
export function statesOf(
  shared: Pick<View, 'screen' | 'at' | 'title' | 'before'>,
  states: Readonly<Record<string, View['act']>> = {},
): View[] {
  return [
    { ...shared, state: 'as it opens' },
    ...Object.entries(states).map(([state, act]) => ({ ...shared, state, ...(act ? { act } : {}) })),
  ]
}

/** The same answer for whoever asks: what is made once serves every view of the file. */
export function once<T>(make: (scene: Scene) => Promise<T>): (scene: Scene) => Promise<T> {
  let made: Promise<T> | undefined
  return (scene) => (made ??= make(scene))
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
