import { createDateFormat } from '#kit/text/formats.ts'
import type { Revenue } from '../../today.ts'

/** In whole per cent, of the lots that had revenue a week before; null where none had. */
export function weekChange(lots: readonly Pick<Revenue, 'value' | 'before'>[]): number | null {
  const compared = lots.filter(({ before }) => before !== 0)
  const sum = (of: 'value' | 'before') => compared.reduce((all, lot) => all + lot[of], 0)
  const before = sum('before')
  return before === 0 ? null : Math.round((100 * (sum('value') - before)) / Math.abs(before))
}

/** 12 -> '+12 %' */
export function changeText(change: number): string {
  return `${signOf(change)}${Math.abs(change)}\u00a0%`
}

export function signOf(difference: number): string {
  if (difference === 0) return ''
  return difference > 0 ? '+' : '−'
}

const weekday = createDateFormat('pt-BR', { weekday: 'long' })

/** 'sábado passado'; lots in different zones may have different days. */
export function weekBeforeText(days: readonly string[]): string {
  const [day, ...others] = new Set(days)
  if (day === undefined || others.length > 0) return 'há uma semana'
  const name = weekday(new Date(`${day}T12:00:00Z`), 'UTC')
  return `${name} ${name.endsWith('feira') ? 'passada' : 'passado'}`
}
