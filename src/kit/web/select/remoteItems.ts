import { readProperty } from '../../text/lookUp.ts'

export type SelectItem = { readonly id: string; readonly text: string }

type RemotePage = {
  readonly items: readonly SelectItem[]
  readonly more: boolean | null
}

/** docs/spec.md#select-box */
export const selectTexts = {
  none: 'No results found',
  searching: 'Searching…',
  loadingMore: 'Loading more results…',
  failed: 'The results could not be loaded.',
  tooShort: (missing: number) => `Please enter ${missing} or more characters`,
  tooLong: (over: number) => `Please delete ${over} ${over === 1 ? 'character' : 'characters'}`,
  full: (most: number) => `You can only select ${most} ${most === 1 ? 'item' : 'items'}`,
  removeAll: 'Remove all items',
} as const

/** Reads items from data, data.lista, data.s2 or page.data. */
export function readRemotePage(body: unknown): RemotePage {
  const list = findItems(body)
  return { items: list.map(readSelectItem).filter((item) => item !== null), more: findHasMore(body) }
}

function findItems(body: unknown): readonly unknown[] {
  const [data, page] = [readProperty(body, 'data'), readProperty(body, 'page')]
  const places = [data, readProperty(data, 'lista'), readProperty(data, 's2'), readProperty(page, 'data')]
  const found: unknown[][] = places.filter((place) => Array.isArray(place))
  return found[0] ?? []
}

function findHasMore(body: unknown): boolean | null {
  for (const place of [...['meta', 'page', 'data'].map((name) => readProperty(body, name)), body]) {
    const current = readProperty(place, 'current_page')
    const last = readProperty(place, 'last_page')
    if (typeof current === 'number' && typeof last === 'number') return current < last
    const more = readProperty(readProperty(place, 'pagination'), 'more')
    if (typeof more === 'boolean') return more
  }
  return null
}

export function readSelectItem(value: unknown): SelectItem | null {
  const id = readProperty(value, 'id') ?? readProperty(value, '_id')
  const text = readProperty(value, 'text') ?? readProperty(value, 'name')
  if (typeof id !== 'string' && typeof id !== 'number') return null
  return { id: String(id), text: typeof text === 'string' ? text : String(id) }
}

/** A page without new items is the last. */
export function addPage(shown: readonly SelectItem[], page: RemotePage) {
  const known = new Set(shown.map((item) => item.id))
  const added = page.items.filter((item) => !known.has(item.id))
  return { items: [...shown, ...added], more: added.length > 0 && page.more !== false }
}

export function termProblem(term: string, least: number, most: number | undefined): string | null {
  if (term.length < least) return selectTexts.tooShort(least - term.length)
  if (most !== undefined && term.length > most) return selectTexts.tooLong(term.length - most)
  return null
}

export function statusText(status: 'searching' | 'more' | 'ready' | 'failed', count: number): string {
  if (status === 'searching') return selectTexts.searching
  if (status === 'more') return selectTexts.loadingMore
  if (status === 'failed') return selectTexts.failed
  return count === 0 ? selectTexts.none : ''
}
