import { decodeOrRaw } from '../../text/decodeOrRaw.ts'
import { lookUp } from '../../text/lookUp.ts'

export type Query = Readonly<Record<string, string | undefined>>

/** `PathParams<'/payment/{token}/done'>` is `{ token: string }`. */
export type PathParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name | keyof PathParams<Rest>]: string }
  : Readonly<Record<never, string>>

export function splitLocation(location: string): { path: string; query: Record<string, string> } {
  const bare = location.replace(/^#/, '')
  const queryStart = bare.indexOf('?')
  const path = queryStart < 0 ? bare : bare.slice(0, queryStart)
  const query = queryStart < 0 ? {} : Object.fromEntries(new URLSearchParams(bare.slice(queryStart + 1)))
  return { path: path.startsWith('/') ? path : `/${path}`, query }
}

/** Returns the path's parameters, null without a match; a trailing slash is ignored. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const want = pattern.split('/').filter(Boolean)
  const have = path.split('/').filter(Boolean)
  if (want.length !== have.length) return null
  const params = new Map<string, string>()
  for (const [i, part] of want.entries()) {
    const value = have[i] ?? ''
    const place = /^\{(.+)\}$/.exec(part)?.[1]
    if (place !== undefined) params.set(place, decodeOrRaw(value))
    else if (part !== value) return null
  }
  return Object.fromEntries(params)
}

/** `buildPath('/payment/{token}/done', { token: 'x' }, { a: '1' })` -> '/payment/x/done?a=1'. */
export function buildPath(pattern: string, params: Readonly<Record<string, string>>, query: Query = {}) {
  const path = pattern.replace(/\{(.+?)\}/g, (_, place: string) => {
    const value = lookUp(params, place)
    if (value === undefined) throw new Error(`route ${pattern} needs ${place}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value)
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}
