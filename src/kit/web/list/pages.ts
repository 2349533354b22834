/** The numbers of a paged list that its foot speaks of. */
export type Meta = {
  current_page: number
  last_page: number
  from: number | null
  to: number | null
  total: number
  /** There are more than `total`: a very long list is not counted to its end. */
  more?: boolean | undefined
}

/** How many pages are named on either side of the current one (docs/spec.md#lists). */
const either = 4

/** The page numbers to show around the current one, or around the last for one past the end; none for a single page. */
export function pagesAround(asked: number, last: number): number[] {
  if (last <= 1) return []
  const current = Math.min(asked, last)
  const first = Math.max(1, current - either)
  const end = Math.min(last, current + either)
  return Array.from({ length: Math.max(0, end - first + 1) }, (_, i) => first + i)
}

/** 'Exibindo 1-20 de 45 registros(s).', to the letter; 'de mais de 10000' where the list goes on. */
export function showingText({ from, to, total, more }: Omit<Meta, 'current_page' | 'last_page'>): string {
  return `Exibindo ${from ?? 0}-${to ?? 0} de ${more ? 'mais de ' : ''}${total} registros(s).`
}

/** The page that an address asks for: a whole number from 1, else the first. */
export function askedPage(text: string | undefined): number {
  const page = Number(text)
  return Number.isInteger(page) && page >= 1 ? page : 1
}
