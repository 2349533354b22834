import type { ReplyOf } from '#kit/endpoint.ts'
import { createStore, useStore } from '#kit/web/state/store.ts'
import type { readSession } from '../contract.ts'

export type WebSession = ReplyOf<typeof readSession>

/** Who is there; null while that is not known yet. `loadSession` fills it. */
export const session = createStore<WebSession | null>(null)

/** Who is there, or null while that is not known yet. Screens draw for a guest until it is. */
export function useSession(): WebSession | null {
  return useStore(session, null)
}

/** True once a signed-in customer is known. */
export function useSignedIn(): boolean {
  const session = useSession()
  return session !== null && session.user !== null
}
