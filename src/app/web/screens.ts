import { onAppScreenShown } from '#ticket/web/early/earlyLookUp.ts'
import { lazy, type ComponentType } from 'react'
import { lookUp } from '#kit/text/lookUp.ts'
import { whenIdle } from '#kit/web/idle.ts'
import { isIsolatedDocument, reloadInDocument } from '#kit/web/route/location.ts'
import { findRoute, type RouteName, type PageDefinition } from '#kit/web/route/routes.ts'
import { isBackOfficeLocation, openBackOffice } from './backoffice/entry.ts'
import { waitForStyles } from './frame/waitForStyles.ts'
import { pages } from './modules.ts'

export const rootRedirect: RouteName = 'welcome'

export const staticScreens = [
  'welcome',
  'ticket.read',
  'contact',
  'terms.privacyPolicy',
] as const satisfies readonly RouteName[]

const loadedScreens = new Map<string, ComponentType>()

function pageOf(name: string): PageDefinition | undefined {
  return lookUp<PageDefinition>(pages, name)
}

export function screenOf(name: string): ComponentType {
  const known = loadedScreens.get(name)
  if (known) return known
  const page = pageOf(name)
  const screen = lazy(async () => {
    const [found] = await Promise.all([
      page ? loadInDocument(name, page) : backOfficeScreen(name),
      waitForStyles(),
    ])
    return found
  })
  loadedScreens.set(name, screen)
  return screen
}

type ScreenModule = { default: ComponentType }

const loadAnalytics = () => import('#site/web/consent/analytics.ts')

/** A screen that may not be in this document reloads it first. */
async function loadInDocument(name: string, page: PageDefinition): Promise<ScreenModule> {
  if (page.loadsForeignContent === true && isIsolatedDocument()) reloadInDocument({ isIsolated: false })
  else if (page.needsConsentChoice === true)
    return Promise.all([page.load(), loadAnalytics()]).then(([drawn]) => drawn)
  else if (page.isIsolated !== true) return page.load()
  else if ((await loadAnalytics()).excludeForeignScripts()) return page.load()
  // When the person returns to this document, it tries again.
  loadedScreens.delete(name)
  return new Promise<ScreenModule>(() => undefined)
}

async function backOfficeScreen(name: string): Promise<ScreenModule> {
  if (!name.startsWith('staff.')) return pages['not-found'].load()
  const { backOfficePages } = await openBackOffice()
  return (lookUp<PageDefinition>(backOfficePages, name) ?? pages['not-found']).load()
}

export function backOfficeGate(waiting: ComponentType): ComponentType {
  return lazy(async () => {
    await openBackOffice()
    return { default: waiting }
  })
}

export function registerScreens(screens: Readonly<Record<string, ComponentType>>): void {
  for (const [name, screen] of Object.entries(screens)) loadedScreens.set(name, screen)
}

export function isScreenLoaded(name: string): boolean {
  return typeof loadedScreens.get(name) === 'function'
}

export async function loadScreen(name: string): Promise<void> {
  const page = pageOf(name)
  if (page) registerScreens({ [name]: (await page.load()).default })
}

export function isProtected(location: string): boolean {
  return isBackOfficeLocation(location) || pageOf(findRoute(location).name)?.needsLogin === true
}

export function prefetchAfter(name: string): void {
  const following = pageOf(name)?.prefetch ?? []
  const fetchAll = () => {
    for (const route of following)
      pageOf(route)
        ?.load()
        .catch(() => undefined)
  }
  onAppScreenShown(() => whenIdle(fetchAll))
}
