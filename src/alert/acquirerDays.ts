type AcquirerDays = Readonly<Record<string, number>>

/** { cielo: 7, erede: 12 } -> 'cielo: 7, erede: 12'. */
export function formatAcquirerDays(days: AcquirerDays): string {
  return Object.entries(days)
    .map(([acquirer, count]) => `${acquirer}: ${count}`)
    .join(', ')
}

/** Returns null where the text has another form or names an acquirer twice. */
export function parseAcquirerDays(text: string): AcquirerDays | null {
  const days = new Map<string, number>()
  for (const part of text.trim() === '' ? [] : text.split(',')) {
    const [, acquirer, count] = /^\s*([^:,\s]{1,40})\s*:\s*(\d{1,3})\s*$/.exec(part) ?? []
    if (acquirer === undefined || days.has(acquirer)) return null
    if (Number(count) < 1 || Number(count) > maxDisputeDays) return null
    days.set(acquirer, Number(count))
  }
  return Object.fromEntries(days)
}

export const maxDisputeDays = 120
