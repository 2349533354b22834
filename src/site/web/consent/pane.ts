import { createStore } from '#kit/web/state/store.ts'

/** The open pane of the cookie dialog, or null. */
export const consentPane = createStore<'ask' | 'choose' | null>(null)
