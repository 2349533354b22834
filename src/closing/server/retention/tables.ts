import type { RetentionTables } from '#kit/server/retention/retention.ts'

/** Closings stay: they name no driver, and their digests form a chain. */
export const closingTables = {
  closing: {
    rows: 'stays',
    why: 'the books of a day, in a chain of digests',
    texts: { day: 'plain', time_zone: 'plain', digest: 'plain' },
  },
  closing_line: {
    rows: 'stays',
    why: 'the sums of a closing',
    texts: { section: 'plain', method: 'plain', brand: 'plain', acquirer: 'plain', of_day: 'plain' },
  },
  closing_adjustment: {
    rows: 'stays',
    why: 'corrections that closings count',
    texts: { of_day: 'plain', reason: 'plain', actor: 'plain' },
  },
  closing_mail: {
    rows: 'stays',
    why: 'to whom and when a closing was mailed, as the operator set it',
    texts: { request: 'plain', recipient: 'plain' },
  },
  closing_start: { rows: 'stays', why: 'the first day of a lot’s closings', texts: { day: 'plain' } },
} as const satisfies Partial<RetentionTables>
