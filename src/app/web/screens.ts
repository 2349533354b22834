import { onAppScreenShown } from '#ticket/web/early/earlyLookUp.ts'
import type { ComponentType } from 'react'
import { lookUp } from '#kit/text/lookUp.ts'
import { whenIdle } from '#kit/web/idle.ts'
import { isIsolatedDocument, reloadInDocument } from '#kit/web/route/location.ts'
import { findRoute, type RouteName, type RouteTarget, type PageDefinition } from '#kit/web/route/routes.ts'
import { isBackOfficeLocation, isBackOfficeOpen, openBackOffice } from './backoffice/entry.ts'
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

/** What is shown at a location, `#` left out. */
export type ScreenAt = {
  location: string
  route: RouteTarget
  Screen: ComponentType
  isNextLoading?: true
}

/** Null until the code of the location's screen has been loaded. */
export function findLoadedScreen(location: string): ScreenAt | null {
  if (isBackOfficeLocation(location) && !isBackOfficeOpen()) return null
  const route = findRoute(location)
  const Screen = loadedScreens.get(route.name)
  return Screen ? { location, route, Screen } : null
}

/**
 * Null where the screen may not be in this document, which is then reloaded (docs/spec.md#r28) unless the load is no
 * longer current.
 */
export async function loadScreenAt(location: string, isCurrent: () => boolean): Promise<ScreenAt | null> {
  if (isBackOfficeLocation(location)) await openBackOffice()
  const { name } = findRoute(location)
  const page = pageOf(name)
  if (page?.loadsForeignContent && isIsolatedDocument()) {
    reloadInDocument({ isIsolated: false })
    return null
  }
  if (page?.isIsolated) {
    const { excludeForeignScripts } = await loadAnalytics()
    if (!isCurrent() || !excludeForeignScripts()) return null
  }
  await Promise.all([
    page ? loadScreen(name) : loadBackOfficeScreen(name),
    page?.needsConsentChoice && loadAnalytics(),
    waitForStyles(),
  ])
  return findLoadedScreen(location)
}

const loadAnalytics = () => import('#site/web/consent/analytics.ts')

async function loadBackOfficeScreen(name: string): Promise<void> {
  const { backOfficePages } = await openBackOffice()
  const page = lookUp<PageDefinition>(backOfficePages, name) ?? pages['not-found']
  registerScreens({ [name]: (await page.load()).default })
}

export function registerScreens(screens: Readonly<Record<string, ComponentType>>): void {
  for (const [name, screen] of Object.entries(screens)) loadedScreens.set(name, screen)
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
