import { createStore } from '#kit/web/state/store.ts'

/** The pane of the cookie dialog that stands open at the foot of the page; null while none does. */
export const consentPane = createStore<'ask' | 'choose' | null>(null)
