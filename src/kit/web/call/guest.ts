import { createStore } from '../state/store.ts'

/** Counts 401 refusals; the session is read again on a change. */
export const unauthorizedCount = createStore(0)
