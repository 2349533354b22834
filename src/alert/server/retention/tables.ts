import { type RetentionTables, rowsBefore } from '#kit/server/retention/retention.ts'

export const alertTables: Pick<RetentionTables, 'alert'> = {
  alert: {
    rows: [{ days: 90, what: 'every alert that is over', end: rowsBefore('alert', 'cleared_at') }],
    why: 'what the operator was warned of',
    texts: { kind: 'plain', ref: 'plain', text: 'plain' },
  },
}
