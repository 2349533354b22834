import { createStore } from './store.ts'

/** docs/spec.md#fields */
type HeaderState = {
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

export const header = createStore<HeaderState>(headerDefaults)
