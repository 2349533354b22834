import { numberText } from '../../text/formats.ts'

export type PageMeta = {
  current_page: number
  last_page: number
  from: number | null
  to: number | null
  total: number
  more?: boolean | undefined
  sum?: { valueHuman: string } | null | undefined
}

/** What a list's rows are: 'ticket', 'tickets'. */
export type Nouns = readonly [one: string, many: string]

/** docs/spec.md#lists */
const pagesEachSide = 4

export function pagesAround(page: number, last: number): number[] {
  if (last <= 1) return []
  const current = Math.min(page, last)
  const first = Math.max(1, current - pagesEachSide)
  const end = Math.min(last, current + pagesEachSide)
  return Array.from({ length: Math.max(0, end - first + 1) }, (_, i) => first + i)
}

/** 'Exibindo 1-20 de 45 registros(s).', or 'de mais de 10000'. */
export function formatShownRange({
  from,
  to,
  total,
  more,
}: Omit<PageMeta, 'current_page' | 'last_page'>): string {
  return `Exibindo ${from ?? 0}-${to ?? 0} de ${more ? 'mais de ' : ''}${total} registros(s).`
}

/** '1 ticket', '1.284 tickets', or 'mais de 10.000 tickets'. */
export function formatCount({ total, more }: Pick<PageMeta, 'total' | 'more'>, [one, many]: Nouns): string {
  if (more) return `mais de ${numberText(total)} ${many}`
  return `${numberText(total)} ${total === 1 ? one : many}`
}

export function parsePage(text: string | undefined): number {
  const page = Number(text)
  return Number.isInteger(page) && page >= 1 ? page : 1
}
