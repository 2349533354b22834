import { createStore } from '../state/store.ts'

/** Counts 401 refusals; the session is read again on a change. */
export const unauthorizedCount = createStore(0)

/** The user of the latest 401 `session_changed`, null for nobody; unparsed. */
export const changedUser = createStore<{ user: unknown } | null>(null)
