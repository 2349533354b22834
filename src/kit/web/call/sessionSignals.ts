import { createStore } from '../state/store.ts'

/** Counts 401 answers; a change makes the page read the session again. */
export const unauthorizedCount = createStore(0)

/** The user in the latest 401 `session_changed`, unparsed; null for nobody. */
export const sessionChange = createStore<{ user: unknown } | null>(null)
