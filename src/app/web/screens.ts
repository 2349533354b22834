import { lazy } from 'react'
import type { ComponentType } from 'react'
import { whenIdle } from '#kit/web/idle.ts'
import { isOpenedApart, openAnew } from '#kit/web/route/location.ts'
import { findRoute } from '#kit/web/route/routes.ts'
import type { RouteName, ScreenPage } from '#kit/web/route/routes.ts'
import { onAppScreenShown } from '#ticket/web/early/early.ts'
import { isDeskLocation, openDesk } from './backoffice/entry.ts'
import { styled } from './frame/styled.ts'
import { pages } from './modules.ts'

/** '/' is no screen of its own. */
export const rootRedirect: RouteName = 'welcome'

/** The screens that look the same for everyone and are drawn at build time (`tools/build.ts`). */
export const staticScreens = [
  'welcome',
  'ticket.read',
  'contact',
  'terms.privacyPolicy',
] as const satisfies readonly RouteName[]

const drawn = new Map<string, ComponentType>()

function pageOf(name: string): ScreenPage | undefined {
  return Object.entries(pages).find(([route]) => route === name)?.[1]
}

/** The component of a customer's route; unknown routes draw not-found, those of the back office what it has there. */
export function screenOf(name: string): ComponentType {
  const known = drawn.get(name)
  if (known) return known
  const page = pageOf(name)
  const screen = lazy(async () => {
    const [found] = await Promise.all([page ? inItsDocument(name, page) : deskScreen(name), styled()])
    return found
  })
  drawn.set(name, screen)
  return screen
}

type Drawn = { default: ComponentType }

const loadAnalytics = () => import('#site/web/consent/analytics.ts')

/** The page, in the kind of document that it needs; while another is loaded, nothing comes. */
async function inItsDocument(name: string, page: ScreenPage): Promise<Drawn> {
  if (page.foreign === true && isOpenedApart()) openAnew({ apart: false })
  else if (page.consent === true) return Promise.all([page.load(), loadAnalytics()]).then(([drawn]) => drawn)
  else if (page.apart !== true) return page.load()
  else if ((await loadAnalytics()).excludeForeignScripts()) return page.load()
  // Coming back to this document asks again.
  drawn.delete(name)
  return new Promise<Drawn>(() => undefined)
}

async function deskScreen(name: string): Promise<Drawn> {
  if (!name.startsWith('staff.')) return pages['not-found'].load()
  const { deskPages } = await openDesk()
  const page = Object.entries(deskPages).find(([route]) => route === name)?.[1]
  return (page ?? pages['not-found']).load()
}

/** What stands where the back office will, while it is fetched; the router finds the screen as soon as it is here. */
export function deskGate(waiting: ComponentType): ComponentType {
  return lazy(async () => {
    await openDesk()
    return { default: waiting }
  })
}

/** The prerender draws at once what the browser loads lazily, and so does the browser what was prerendered. */
export function drawAtOnce(screens: Readonly<Record<string, ComponentType>>): void {
  for (const [name, screen] of Object.entries(screens)) drawn.set(name, screen)
}

/** Whether this screen is here already, and no lazy one: then nothing has to stand where it will be. */
export function isHere(name: string): boolean {
  return typeof drawn.get(name) === 'function'
}

/** Fetches a prerendered screen, to wake it up in one go. */
export async function fetchScreen(name: string): Promise<void> {
  const page = pageOf(name)
  if (page) drawAtOnce({ [name]: (await page.load()).default })
}

/** Whether an address is only for who is signed in; the whole back office is. */
export function isProtected(location: string): boolean {
  return isDeskLocation(location) || pageOf(findRoute(location).name)?.signedIn === true
}

/** Fetches the chunks of the screens that may follow, when the browser is idle. */
export function prefetchAfter(name: string): void {
  const following = pageOf(name)?.next ?? []
  const fetchAll = () => {
    for (const route of following)
      pageOf(route)
        ?.load()
        .catch(() => undefined)
  }
  // Not while the line is needed for what stands behind the price (`tools/build/early.js`).
  onAppScreenShown(() => whenIdle(fetchAll))
}
