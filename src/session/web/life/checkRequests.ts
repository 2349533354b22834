import type { CallFailure } from '#kit/web/failure.ts'
import { createStore } from '#kit/web/state/store.ts'

/** Number of requests for a check, which `watchSession` runs unless the session is known. */
export const checkRequests = createStore(0)

/** The failure of the latest check. */
export const checkFailure = createStore<CallFailure | null>(null)
