import { onAppScreenShown } from '#ticket/web/early/early.ts'
import { lazy, type ComponentType } from 'react'
import { lookUp } from '#kit/text/lookUp.ts'
import { whenIdle } from '#kit/web/idle.ts'
import { isIsolatedDocument, reloadInDocument } from '#kit/web/route/location.ts'
import { findRoute, type RouteName, type ScreenPage } from '#kit/web/route/routes.ts'
import { isBackOfficeLocation, openDesk } from './backoffice/entry.ts'
import { whenStyled } from './frame/whenStyled.ts'
import { pages } from './modules.ts'

export const rootRedirect: RouteName = 'welcome'

export const staticScreens = [
  'welcome',
  'ticket.read',
  'contact',
  'terms.privacyPolicy',
] as const satisfies readonly RouteName[]

const drawn = new Map<string, ComponentType>()

function pageOf(name: string): ScreenPage | undefined {
  return lookUp<ScreenPage>(pages, name)
}

export function screenOf(name: string): ComponentType {
  const known = drawn.get(name)
  if (known) return known
  const page = pageOf(name)
  const screen = lazy(async () => {
    const [found] = await Promise.all([
      page ? loadInDocument(name, page) : backOfficeScreen(name),
      whenStyled(),
    ])
    return found
  })
  drawn.set(name, screen)
  return screen
}

type Drawn = { default: ComponentType }

const loadAnalytics = () => import('#site/web/consent/analytics.ts')

/** Reloads a document of the other kind first. */
async function loadInDocument(name: string, page: ScreenPage): Promise<Drawn> {
  if (page.foreign === true && isIsolatedDocument()) reloadInDocument({ apart: false })
  else if (page.consent === true) return Promise.all([page.load(), loadAnalytics()]).then(([drawn]) => drawn)
  else if (page.apart !== true) return page.load()
  else if ((await loadAnalytics()).excludeForeignScripts()) return page.load()
  // A return to this document tries again.
  drawn.delete(name)
  return new Promise<Drawn>(() => undefined)
}

async function backOfficeScreen(name: string): Promise<Drawn> {
  if (!name.startsWith('staff.')) return pages['not-found'].load()
  const { backOfficePages } = await openDesk()
  return (lookUp<ScreenPage>(backOfficePages, name) ?? pages['not-found']).load()
}

export function backOfficeGate(waiting: ComponentType): ComponentType {
  return lazy(async () => {
    await openDesk()
    return { default: waiting }
  })
}

export function registerScreens(screens: Readonly<Record<string, ComponentType>>): void {
  for (const [name, screen] of Object.entries(screens)) drawn.set(name, screen)
}

export function isScreenLoaded(name: string): boolean {
  return typeof drawn.get(name) === 'function'
}

export async function loadScreen(name: string): Promise<void> {
  const page = pageOf(name)
  if (page) registerScreens({ [name]: (await page.load()).default })
}

export function isProtected(location: string): boolean {
  return isBackOfficeLocation(location) || pageOf(findRoute(location).name)?.signedIn === true
}

export function prefetchAfter(name: string): void {
  const following = pageOf(name)?.next ?? []
  const fetchAll = () => {
    for (const route of following)
      pageOf(route)
        ?.load()
        .catch(() => undefined)
  }
  // After the screen behind the price has loaded.
  onAppScreenShown(() => whenIdle(fetchAll))
}
