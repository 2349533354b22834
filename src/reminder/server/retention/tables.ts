import { deleteRowsBefore, type RetentionTables } from '#kit/server/retention/retention.ts'

export const reminderTables = {
  reminder: {
    rows: [
      {
        days: 0,
        what: 'from an hour after the deadline on',
        end: deleteRowsBefore('reminder', 'expires_at'),
      },
    ],
    why: 'the browser that is reminded of a deadline, sealed; it is forgotten when the car has left',
    texts: { endpoint_hash: 'plain', sealed: 'plain', key_id: 'plain' },
  },
} as const satisfies Partial<RetentionTables>
