import { type RetentionTables, deleteRowsBefore } from '#kit/server/retention/retention.ts'

export const equipmentTables = {
  device: {
    rows: 'stays',
    why: 'what staff set up',
    texts: { name: 'plain', key_hash: 'plain', clock_refused_day: 'plain' },
  },
  device_answer: {
    rows: [{ days: 30, what: 'every row', end: deleteRowsBefore('device_answer', 'created_at') }],
    why: 'a device that was offline repeats its calls within a month (docs/equipment.md)',
    texts: { idempotency_key: 'plain', request_hash: 'plain', body: 'plain' },
  },
} satisfies Partial<RetentionTables>
