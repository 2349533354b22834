import { readProperty } from '../../text/lookUp.ts'
import { createStore, useStore } from '../state/store.ts'

export const hashLocation = createStore(typeof location === 'undefined' ? '/' : location.hash.slice(1) || '/')

let isWatching = false
let moves = 0

function refresh(): void {
  const now = location.hash.slice(1) || '/'
  if (now === hashLocation.get()) return
  if (isWatching) moves += 1
  hashLocation.set(now)
}

export function hasNavigated(): boolean {
  return moves > 0
}

export function watchLocation(): void {
  isWatching = true
  addEventListener('hashchange', refresh)
  addEventListener('popstate', refresh)
}

export function navigate(path: string, { replace = false, name }: { replace?: boolean; name?: string } = {}) {
  const state = { route: name ?? null }
  if (replace) history.replaceState(state, '', `#${path}`)
  else history.pushState(state, '', `#${path}`)
  refresh()
}

export function routeNameInHistory(): string | null {
  if (typeof history === 'undefined') return null
  const name = readProperty(history.state, 'route')
  return typeof name === 'string' ? name : null
}

/** The page was opened as '/?card', where its CSP allows no foreign origin (docs/spec.md#the-page). */
export function isIsolatedDocument(): boolean {
  return new URLSearchParams(location.search).has('card')
}

export function reloadInDocument({ isIsolated }: { isIsolated: boolean }): void {
  location.replace(`/${isIsolated ? '?card' : ''}${location.hash}`)
}

export function useHashLocation(): string {
  return useStore(hashLocation)
}
