import type { ReplyOf } from '#kit/endpoint.ts'
import { createStore, useStore } from '#kit/web/state/store.ts'
import type { readSession } from '../contract.ts'

export type WebSession = ReplyOf<typeof readSession>

/** Null until loaded by `loadSession`. */
export const session = createStore<WebSession | null>(null)

/** Null until loaded; screens are drawn for a guest meanwhile. */
export function useSession(): WebSession | null {
  return useStore(session, null)
}

/** For `person` of a call (docs/spec.md#r26); undefined until loaded. */
export function believedPerson(): number | undefined {
  const known = session.get()
  return known === null ? undefined : (known.user?.id ?? 0)
}

export function useSignedIn(): boolean {
  const session = useSession()
  return session !== null && session.user !== null
}
