import { createContext, useContext, type ComponentType } from 'react'
import { hashLocation, routeNameInHistory, navigate } from './location.ts'
import { buildPath, matchPath, splitLocation, type PathParams, type Query } from './match.ts'
import { lookUp, textEntriesOf, readProperty } from '../../text/lookUp.ts'

/** A change of a query name in `keyedBy` remounts the screen. */
export type RouteDefinition = {
  readonly path: string
  readonly keyedBy: readonly string[]
  readonly byName?: true
  readonly step?: string
}

export type PageDefinition = {
  readonly load: () => Promise<{ default: ComponentType }>
  readonly needsLogin?: true
  readonly isIsolated?: true
  /** Never shown in the isolated document. */
  readonly loadsForeignContent?: true
  readonly needsConsentChoice?: true
  /** The chunk that it shares with other screens (`tools/build/chunks.ts`). */
  readonly chunk?: string
  readonly prefetch?: readonly RouteName[]
}

export type Pages<Routes> = Readonly<Record<keyof Routes, PageDefinition>>

/** Augmented in `src/app/web/routeTable.ts`. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by augmentation
export interface RouteTable {}

export type RouteName = keyof RouteTable

type RouteParamsOf<N extends RouteName> = RouteTable[N] extends { path: infer Path extends string }
  ? PathParams<Path>
  : never

export type RouteParts<N extends RouteName> = (keyof RouteParamsOf<N> extends never
  ? { params?: undefined }
  : { params: RouteParamsOf<N> }) & { query?: Query }

type PartsArg<N extends RouteName> = keyof RouteParamsOf<N> extends never
  ? [parts?: RouteParts<N>]
  : [parts: RouteParts<N>]

export type RouteTarget = { name: string; params: Record<string, string>; query: Record<string, string> }

let table: Readonly<Record<string, RouteDefinition>> = {}

export function registerRoutes(rows: Readonly<Record<string, RouteDefinition>>): void {
  table = { ...table, ...rows }
}

export function hrefTo<N extends RouteName>(name: N, ...[parts]: PartsArg<N>): string {
  return hrefOf(name, parts?.params, parts?.query)
}

export function hrefOf(name: string, params?: Readonly<Record<string, string>>, query?: Query): string {
  return `#${pathTo(name, params, query)}`
}

function pathTo(name: string, params: Readonly<Record<string, string>> = {}, query: Query = {}): string {
  const pattern = lookUp(table, name)?.path
  if (pattern === undefined) throw new Error(`no route is named ${name}`)
  return buildPath(pattern, params, query)
}

export function go<N extends RouteName>(name: N, ...[parts]: PartsArg<N>): void {
  navigate(pathTo(name, parts?.params, parts?.query), { name })
}

export function replaceWith<N extends RouteName>(name: N, ...[parts]: PartsArg<N>): void {
  navigate(pathTo(name, parts?.params, parts?.query), { name, replace: true })
}

export function goToTarget(target: RouteTarget, { replace = false }: { replace?: boolean } = {}): void {
  navigate(pathTo(target.name, target.params, target.query), { name: target.name, replace })
}

/** The returned function says whether the person is still at this location. */
export function watchForNavigation(): () => boolean {
  const at = hashLocation.get()
  return () => hashLocation.get() === at
}

export function findRoute(location: string, named: string | null = routeNameInHistory()): RouteTarget {
  const { path, query } = splitLocation(location)
  const names = Object.keys(table).sort((a, b) => Number(b === named) - Number(a === named))
  for (const name of names) {
    const { path: pattern = '', byName = false } = lookUp(table, name) ?? {}
    if (byName && name !== named) continue
    const params = matchPath(pattern, path)
    if (params) return { name, params, query }
  }
  return { name: 'not-found', params: {}, query }
}

export function screenKey({ name, params, query }: RouteTarget): string {
  return JSON.stringify([name, params, lookUp(table, name)?.keyedBy.map((by) => lookUp(query, by))])
}

/** Parses a route name or JSON; null unless it is a route of ours (open redirects). */
export function parseTarget(text: string | undefined): RouteTarget | null {
  if (text === undefined) return null
  if (isRouteName(text)) return withRequiredParams({ name: text, params: {}, query: {} })
  try {
    const parsed: unknown = JSON.parse(text)
    const name = typeof parsed === 'string' ? parsed : readProperty(parsed, 'name')
    const [params, query] = [
      textEntriesOf(readProperty(parsed, 'params')),
      textEntriesOf(readProperty(parsed, 'query')),
    ]
    return isRouteName(name) ? withRequiredParams({ name, params, query }) : null
  } catch {
    return null
  }
}

export function serializeTarget<N extends RouteName>(name: N, ...[parts]: PartsArg<N>): string {
  return parts === undefined ? name : JSON.stringify({ name, ...parts })
}

function isRouteName(name: unknown): name is string {
  return typeof name === 'string' && Object.prototype.hasOwnProperty.call(table, name) && name !== 'not-found'
}

function withRequiredParams(target: RouteTarget): RouteTarget | null {
  try {
    pathTo(target.name, target.params)
    return target
  } catch {
    return null
  }
}

/** Until the first screen is known. */
export const unknownRoute: RouteTarget = { name: 'not-found', params: {}, query: {} }

export const RouteContext = createContext(unknownRoute)

export function useStep(): string | undefined {
  return lookUp(table, useRoute().name)?.step
}

export function useRoute(): RouteTarget {
  return useContext(RouteContext)
}
