import type { ReplyOf } from '#kit/endpoint.ts'
import { createStore, useStore } from '#kit/web/state/store.ts'
import type { readSession } from '../contract.ts'

export type WebSession = ReplyOf<typeof readSession>

/** Null until loaded by `loadSession`. */
export const session = createStore<WebSession | null>(null)

export function useSession(): WebSession | null {
  return useStore(session, null)
}

export function isKnownGuest(): boolean {
  return session.get()?.user === null
}

export function useIsSignedIn(): boolean {
  const session = useSession()
  return session !== null && session.user !== null
}
