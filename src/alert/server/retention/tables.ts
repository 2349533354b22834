import { type RetentionTables, deleteRowsBefore } from '#kit/server/retention/retention.ts'

export const alertTables: Pick<RetentionTables, 'alert'> = {
  alert: {
    rows: [{ days: 90, what: 'every alert that is over', end: deleteRowsBefore('alert', 'cleared_at') }],
    why: 'what the operator was warned of',
    texts: { kind: 'plain', ref: 'plain', text: 'plain' },
  },
}
