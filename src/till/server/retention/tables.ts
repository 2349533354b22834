import type { RetentionTables } from '#kit/server/retention/retention.ts'

/** All stay: they are books, and name no driver. */
export const tillTables = {
  till: {
    rows: 'stays',
    why: 'the books of a counter: who had which cash, and what was counted',
    texts: { difference_reason: 'plain', close_reason: 'plain' },
  },
  till_movement: {
    rows: 'stays',
    why: 'cash that was taken out of a till or put into it',
    texts: { reason: 'plain', idempotency_key: 'plain', request_hash: 'plain' },
  },
  till_receipt: { rows: 'stays', why: 'the last receipt number of a lot and year', texts: {} },
  till_take: {
    rows: 'stays',
    why: 'money taken at a counter, with the number of its receipt',
    texts: {
      time_zone: 'plain',
      ticket_code: 'plain',
      reason: 'plain',
      idempotency_key: 'plain',
      request_hash: 'plain',
    },
  },
} as const satisfies Partial<RetentionTables>
