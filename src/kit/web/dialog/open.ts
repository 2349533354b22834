import { createStore } from '../state/store.ts'

/** Open modal dialogs, topmost last; only that one is interactive. */
export const openDialogs = createStore<readonly HTMLDialogElement[]>([])
