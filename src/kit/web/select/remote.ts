import { valueIn } from '../../text/lookUp.ts'

export type SelectItem = { readonly id: string; readonly text: string }

type RemotePage = {
  readonly items: readonly SelectItem[]
  /** Null if the answer does not say. */
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

/** data, data.lista, data.s2 or page.data. */
export function readRemote(body: unknown): RemotePage {
  const list = listIn(body)
  return { items: list.map(readItem).filter((item) => item !== null), more: moreIn(body) }
}

function listIn(body: unknown): readonly unknown[] {
  const [data, page] = [valueIn(body, 'data'), valueIn(body, 'page')]
  const places = [data, valueIn(data, 'lista'), valueIn(data, 's2'), valueIn(page, 'data')]
  const found: unknown[][] = places.filter((place) => Array.isArray(place))
  return found[0] ?? []
}

function moreIn(body: unknown): boolean | null {
  for (const place of [...['meta', 'page', 'data'].map((name) => valueIn(body, name)), body]) {
    const current = valueIn(place, 'current_page')
    const last = valueIn(place, 'last_page')
    if (typeof current === 'number' && typeof last === 'number') return current < last
    const more = valueIn(valueIn(place, 'pagination'), 'more')
    if (typeof more === 'boolean') return more
  }
  return null
}

export function readItem(value: unknown): SelectItem | null {
  const id = valueIn(value, 'id') ?? valueIn(value, '_id')
  const text = valueIn(value, 'text') ?? valueIn(value, 'name')
  if (typeof id !== 'string' && typeof id !== 'number') return null
  return { id: String(id), text: typeof text === 'string' ? text : String(id) }
}

/** A page without new items is the last. */
export function addPage(now: readonly SelectItem[], page: RemotePage) {
  const known = new Set(now.map((item) => item.id))
  const news = page.items.filter((item) => !known.has(item.id))
  return { items: [...now, ...news], more: news.length > 0 && page.more !== false }
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
