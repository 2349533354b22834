import { readProperty } from '../../text/lookUp.ts'
import { createStore, useStore } from '../state/store.ts'

export const hashLocation = createStore(typeof location === 'undefined' ? '/' : location.hash.slice(1) || '/')

let isWatching = false
let moves = 0
let isPaused = false
let waiting: (() => void) | null = null

/** The browser's own moves come here. */
export function readAddress(): void {
  const now = location.hash.slice(1) || '/'
  if (now === hashLocation.get()) return
  if (isWatching) moves += 1
  allowNavigation()
  hashLocation.set(now)
}

export function hasNavigated(): boolean {
  return moves > 0
}

export function watchLocation(): void {
  isWatching = true
  addEventListener('hashchange', readAddress)
  addEventListener('popstate', readAddress)
}

/** Until `allowNavigation`, `navigate` only keeps what was wanted: a screen that is being left leads nowhere. */
export function pauseNavigation(): void {
  isPaused = true
}

/** Returns the last navigation that was kept; the caller runs it or drops it. */
export function allowNavigation(): (() => void) | null {
  const last = waiting
  isPaused = false
  waiting = null
  return last
}

type NavigateOptions = { replace?: boolean; name?: string }

export function navigate(path: string, options: NavigateOptions = {}): void {
  if (isPaused) {
    waiting = () => navigate(path, options)
    return
  }
  const { replace = false, name } = options
  const state = { route: name ?? null }
  history[replace ? 'replaceState' : 'pushState'](state, '', `#${path}`)
  readAddress()
}

/** Loads the page at this address. The screen that is shown now stays until then. */
export function reloadAt(path: string, name: string): void {
  history.pushState({ route: name }, '', `#${path}`)
  location.reload()
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
