import { isoIn, plus, hourMs } from '#kit/clock.ts'
import { invalid } from '#kit/fail.ts'

export const perPage = 20

/** Time zone of back-office lists: Brasília. */
export const registerZone = 'America/Sao_Paulo'

type Filters = { state: string | null; lot_id: number | null; from: string | null; until: string | null }

export function linkFilters(query: Filters): Readonly<Record<string, string | undefined>> {
  const { state, lot_id: lotId, from, until } = query
  return {
    state: state ?? undefined,
    lot_id: lotId === null ? undefined : String(lotId),
    from: from ?? undefined,
    until: until ?? undefined,
  }
}

/** The filtered period; both days are inclusive. Throws 422 for an invalid day, and for an end before the beginning. */
export function periodOf({ from, until }: Pick<Filters, 'from' | 'until'>): {
  from: Date | null
  until: Date | null
} {
  const begin = from === null ? null : beginningOf('from', from)
  const isDay = until?.length === 10
  const end = until === null ? null : plus(beginningOf('until', until), isDay ? 24 * hourMs : 0)
  const isBackwards = begin !== null && end !== null && (isDay ? end <= begin : end < begin)
  if (isBackwards) throw invalid({ until: ['O fim não pode vir antes do início.'] })
  return { from: begin, until: end }
}

function beginningOf(field: string, text: string): Date {
  if (text.length > 10) return new Date(text)
  const noon = new Date(`${text}T12:00:00Z`)
  if (Number.isNaN(noon.getTime()) || noon.toISOString().slice(0, 10) !== text)
    throw invalid({ [field]: ['Informe uma data válida.'] })
  return new Date(`${text}T00:00:00${isoIn(registerZone, noon).slice(19)}`)
}
