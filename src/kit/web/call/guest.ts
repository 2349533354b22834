import { createStore } from '../state/store.ts'

/** How often a call was refused because nobody is signed in (401). Whoever watches the session looks again then. */
export const refusedAsGuest = createStore(0)
