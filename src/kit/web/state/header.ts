import { createStore } from './store.ts'

/** The header of docs/spec.md#fields. A screen sets it through `Page`. */
export type HeaderState = {
  showLogo: boolean
  show: boolean
  onBackClick: (() => void) | null
  title: string
}

export const headerDefaults: HeaderState = {
  showLogo: false,
  show: true,
  onBackClick: null,
  title: 'No title',
}

/** What the header of the screen in view holds; the document's title follows it. */
export const header = createStore<HeaderState>(headerDefaults)
