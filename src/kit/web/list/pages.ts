export type PageMeta = {
  current_page: number
  last_page: number
  from: number | null
  to: number | null
  total: number
  more?: boolean | undefined
}

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

export function parsePage(text: string | undefined): number {
  const page = Number(text)
  return Number.isInteger(page) && page >= 1 ? page : 1
}
