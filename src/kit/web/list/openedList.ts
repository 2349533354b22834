import { createPersonalStore } from '../state/personalStore.ts'

type OpenedList = {
  /** Of the screen that has the list. */
  readonly title: string
  readonly address: string
  /** Addresses of its rows, in their order. */
  readonly rows: readonly string[]
}

/** The list whose row was opened last in this tab. */
export const openedList = createPersonalStore<OpenedList | null>(null)
