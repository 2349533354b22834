import { createStore } from '#kit/web/state/store.ts'

export const consentPane = createStore<'ask' | 'choose' | null>(null)
