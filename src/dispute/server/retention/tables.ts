import type { RetentionTables } from '#kit/server/retention/retention.ts'

export const disputeTables = {
  dispute: {
    rows: { belongsTo: ['payment'] },
    why: 'what the acquirer took back, and what staff said of it',
    texts: { reason: 'plain' },
  },
} as const satisfies Partial<RetentionTables>
