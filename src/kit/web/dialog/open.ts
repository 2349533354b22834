import { createStore } from '../state/store.ts'

/** Topmost last. */
export const openDialogs = createStore<readonly HTMLDialogElement[]>([])
