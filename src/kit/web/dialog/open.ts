import { createStore } from '../state/store.ts'

/** The modal dialogs that stand open, the topmost last: what lies outside of it takes no tap. */
export const openDialogs = createStore<readonly HTMLDialogElement[]>([])
