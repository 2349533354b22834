import { createContext, useContext } from 'react'
import type { ComponentType } from 'react'
import { hashLocation, namedInHistory, navigate } from './location.ts'
import { buildPath, matchPath, splitLocation } from './match.ts'
import type { PathParams, Query } from './match.ts'
import { lookUp } from '../../text/lookUp.ts'

/** A screen of the table: its path, and the query names that say what it shows (none for a list). */
export type RouteRow = {
  readonly path: string
  readonly keyedBy: readonly string[]
  /** Shares its path with another screen: meant only where navigation named it. */
  readonly byName?: true
  /** The step of the flow that it belongs to. */
  readonly step?: string
}

/** How a screen is drawn, for whom, and what is likely next (fetched while the person reads). */
export type ScreenPage = {
  readonly load: () => Promise<{ default: ComponentType }>
  /** Only for who is signed in; a guest is led to the public home. */
  readonly signedIn?: true
  /** Drawn only in a document that loads nothing from elsewhere and never will. */
  readonly apart?: true
  /** May need something from elsewhere: never drawn in a document that was opened apart. */
  readonly foreign?: true
  /** Drawn only where it is known what of elsewhere the person lets into this browser. */
  readonly consent?: true
  /** The file of the build that what it shares with other screens is in (`tools/build/chunks.ts`). */
  readonly chunk?: string
  readonly next?: readonly RouteName[]
}

/** A page for every route of a table: one without does not compile. */
export type Pages<Routes> = Readonly<Record<keyof Routes, ScreenPage>>

/**
 * Route name -> row. The app declares the real table in `src/app/web/routeTable.ts` by module augmentation, so that
 * screens of every noun navigate by name and are checked, without importing the app.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by augmentation
export interface RouteTable {}

export type RouteName = keyof RouteTable

type PlacesOf<N extends RouteName> = RouteTable[N] extends { path: infer Path extends string }
  ? PathParams<Path>
  : never

/** What a route needs besides its name; `params` only where its path has places. */
export type RouteParts<N extends RouteName> = (keyof PlacesOf<N> extends never
  ? { params?: undefined }
  : { params: PlacesOf<N> }) & { query?: Query }

type PartsArg<N extends RouteName> = keyof PlacesOf<N> extends never
  ? [parts?: RouteParts<N>]
  : [parts: RouteParts<N>]

/** A destination whose name was checked at run time, such as the query values `to` and `backTo`. */
export type Target = { name: string; params: Record<string, string>; query: Record<string, string> }

let table: Readonly<Record<string, RouteRow>> = {}

/** Gives the router rows, beside those that it has: the first screens' before the first render, others when they are needed. */
export function registerRoutes(rows: Readonly<Record<string, RouteRow>>): void {
  table = { ...table, ...rows }
}

/** `hrefTo('ticket.value', { query: { ticket } })` -> '#/ticket/value?ticket=...'. */
export function hrefTo<N extends RouteName>(name: N, ...[parts]: PartsArg<N>): string {
  return hrefOf(name, parts?.params, parts?.query)
}

/** The same for a name that is known only at run time. */
export function hrefOf(name: string, params?: Readonly<Record<string, string>>, query?: Query): string {
  return `#${pathTo(name, params, query)}`
}

function pathTo(name: string, params: Readonly<Record<string, string>> = {}, query: Query = {}): string {
  const pattern = lookUp(table, name)?.path
  if (pattern === undefined) throw new Error(`no route is named ${name}`)
  return buildPath(pattern, params, query)
}

/** `go('payment.done', { params: { token } })`. */
export function go<N extends RouteName>(name: N, ...[parts]: PartsArg<N>): void {
  navigate(pathTo(name, parts?.params, parts?.query), { name })
}

/** Like `go`, but the screen left behind is not kept in the history. */
export function replaceWith<N extends RouteName>(name: N, ...[parts]: PartsArg<N>): void {
  navigate(pathTo(name, parts?.params, parts?.query), { name, replace: true })
}

/** Goes where a checked `to` or `backTo` says; with `replace`, the screen left behind is not kept in the history. */
export function goTo(target: Target, { replace = false }: { replace?: boolean } = {}): void {
  navigate(pathTo(target.name, target.params, target.query), { name: target.name, replace })
}

/** Asked later, whether this screen still stands: whoever goes elsewhere while something is on its way stays there. */
export function stillHere(): () => boolean {
  const at = hashLocation.get()
  return () => hashLocation.get() === at
}

/** Finds the route of a location. `not-found` when none fits. */
export function findRoute(location: string, named: string | null = namedInHistory()): Target {
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

/** What a screen shows, as one text: two addresses with the same key are the same screen, any other starts anew. */
export function screenKey({ name, params, query }: Target): string {
  return JSON.stringify([name, params, lookUp(table, name)?.keyedBy.map((by) => lookUp(query, by))])
}

/**
 * Reads a `to` or `backTo` query value: a route name, or JSON (a text, or `{name, params, query}`). Null unless it
 * names a route of ours, so that no link can send a person elsewhere.
 */
export function parseTarget(text: string | undefined): Target | null {
  if (text === undefined) return null
  if (isRoute(text)) return complete({ name: text, params: {}, query: {} })
  try {
    const wish: unknown = JSON.parse(text)
    if (typeof wish === 'string')
      return isRoute(wish) ? complete({ name: wish, params: {}, query: {} }) : null
    if (typeof wish !== 'object' || wish === null || !('name' in wish) || !isRoute(wish.name)) return null
    const params = 'params' in wish ? texts(wish.params) : {}
    const query = 'query' in wish ? texts(wish.query) : {}
    return complete({ name: wish.name, params, query })
  } catch {
    return null
  }
}

/** Writes a destination for a `to` or `backTo` query value. */
export function targetText<N extends RouteName>(name: N, ...[parts]: PartsArg<N>): string {
  return parts === undefined ? name : JSON.stringify({ name, ...parts })
}

function isRoute(name: unknown): name is string {
  return typeof name === 'string' && Object.prototype.hasOwnProperty.call(table, name) && name !== 'not-found'
}

function complete(target: Target): Target | null {
  try {
    pathTo(target.name, target.params)
    return target
  } catch {
    return null
  }
}

function texts(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}

/** The route being drawn. */
export const RouteContext = createContext<Target>({ name: 'not-found', params: {}, query: {} })

/** The step that the row of the screen names; undefined where it names none. */
export function useStep(): string | undefined {
  return lookUp(table, useRoute().name)?.step
}

/** Name, params and query of the screen: `const { ticket } = useRoute().query`. */
export function useRoute(): Target {
  return useContext(RouteContext)
}
