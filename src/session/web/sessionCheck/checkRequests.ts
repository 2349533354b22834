import type { CallFailure } from '#kit/web/failure.ts'
import { createStore } from '#kit/web/state/store.ts'

/** `watchSession` runs a check unless the session is known. */
export const checkRequests = createStore(0)

export const checkFailure = createStore<CallFailure | null>(null)
