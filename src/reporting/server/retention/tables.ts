import {
  type RetentionTables,
  legalRetentionDays,
  deleteRowsBefore,
} from '#kit/server/retention/retention.ts'
import { hourSumKeptDays } from '../sums/updateHourSums.ts'

export const reportingTables = {
  hour_sum: {
    rows: [{ days: hourSumKeptDays, what: 'every row', end: deleteRowsBefore('hour_sum', 'hour_at') }],
    why: 'the dashboard’s sums; what is older is summed from the rows themselves, which are kept for longer',
    texts: { time_zone: 'plain' },
  },
  hour_sum_upto: { rows: 'stays', why: 'up to where they are summed', texts: { source: 'plain' } },
  statement: {
    rows: [
      { days: legalRetentionDays, what: 'every row', end: deleteRowsBefore('statement', 'uploaded_at') },
    ],
    why: 'the law’s time for the books',
    texts: {
      name: 'plain',
      sha256: 'plain',
      companies: 'plain',
      from_day: 'plain',
      to_day: 'plain',
      unread: 'plain',
    },
  },
  statement_line: {
    rows: { belongsTo: ['statement'] },
    why: 'its lines',
    texts: {
      day: 'plain',
      payout_day: 'plain',
      reference: 'plain',
      order_key: 'plain',
      nsu: 'plain',
      end_to_end_id: 'plain',
      authorisation_code: 'plain',
    },
  },
} as const satisfies Partial<RetentionTables>
