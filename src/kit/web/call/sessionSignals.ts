import { createStore } from '../state/store.ts'

/** The session is read again on a change. */
export const unauthorizedCount = createStore(0)

/** Of the latest 401 `session_changed`; unparsed, null for nobody. */
export const sessionChange = createStore<{ user: unknown } | null>(null)
