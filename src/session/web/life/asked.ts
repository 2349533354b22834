import type { CallFailure } from '#kit/web/call/failure.ts'
import { createStore } from '#kit/web/state/store.ts'

/** How often somebody wanted to know who is there. Whoever watches the session asks then, unless it is known. */
export const asked = createStore(0)

/** Why the newest check could not say who is there; null while none has failed. */
export const unanswered = createStore<CallFailure | null>(null)
