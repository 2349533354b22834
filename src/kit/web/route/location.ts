import { createStore, useStore } from '../state/store.ts'

/** What stands after `#` in the address, query included: '/ticket/value?ticket=0001234567890'. */
export const hashLocation = createStore(typeof location === 'undefined' ? '/' : location.hash.slice(1) || '/')

let watching = false
let moves = 0

function refresh(): void {
  const now = location.hash.slice(1) || '/'
  if (now === hashLocation.get()) return
  if (watching) moves += 1
  hashLocation.set(now)
}

/** True once the person has gone from one screen to another. */
export function hasMoved(): boolean {
  return moves > 0
}

/** Follows the address bar, the back button and links. Called once at start. */
export function watchLocation(): void {
  watching = true
  addEventListener('hashchange', refresh)
  addEventListener('popstate', refresh)
}

/** Changes the address without leaving the page. `name` tells apart routes that share a path. */
export function navigate(
  path: string,
  { replace = false, name }: { replace?: boolean; name?: string } = {},
): void {
  const state = { route: name ?? null }
  if (replace) history.replaceState(state, '', `#${path}`)
  else history.pushState(state, '', `#${path}`)
  refresh()
}

/** The route name that `navigate` left with this address, if any. */
export function namedInHistory(): string | null {
  if (typeof history === 'undefined') return null
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !('route' in state)) return null
  return typeof state.route === 'string' ? state.route : null
}

/**
 * Whether this document was opened as '/?card': its policy knows no other origin (docs/spec.md#the-page), so it may draw
 * what is typed of a card.
 */
export function isOpenedApart(): boolean {
  return new URLSearchParams(location.search).has('card')
}

/** Loads the screen that the address names anew, in a document apart or in a common one. The entry of the history stays. */
export function openAnew({ apart }: { apart: boolean }): void {
  location.replace(`/${apart ? '?card' : ''}${location.hash}`)
}

/** The current location; in the prerender, the screen that is being drawn. */
export function useHashLocation(): string {
  return useStore(hashLocation)
}
