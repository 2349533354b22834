import { createStore } from '#kit/web/state/store.ts'

export const consentDialog = createStore<'ask' | 'choose' | null>(null)
