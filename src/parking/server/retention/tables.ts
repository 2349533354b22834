import {
  type RetentionTables,
  legalRetentionDays,
  deleteRowsBefore,
} from '#kit/server/retention/retention.ts'

export const parkingTables = {
  car_movement: {
    rows: [{ days: 2, what: 'every row', end: deleteRowsBefore('car_movement', 'at') }],
    why: 'no report of the sensors is older',
    texts: {},
  },
  lot: {
    rows: 'stays',
    why: 'what staff set up',
    texts: { name: 'plain', time_zone: 'plain', closing_emails: 'plain', reserve_hint: 'plain' },
  },
  lot_city: { rows: 'stays', why: 'what staff set up', texts: {} },
  lot_day: {
    rows: [{ days: legalRetentionDays, what: 'every row', end: deleteRowsBefore('lot_day', 'day') }],
    why: 'the dashboard looks as far back as its money',
    texts: { day: 'plain' },
  },
  lot_hour: {
    rows: [{ days: 732, what: 'every row', end: deleteRowsBefore('lot_hour', 'hour_at') }],
    why: 'occupancy is compared with the year before',
    texts: {},
  },
} satisfies Partial<RetentionTables>
