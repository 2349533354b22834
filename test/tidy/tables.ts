/** Which noun each table belongs to: its SQL is written there and nowhere else. A new table needs its row. */
export const tableOwners: Readonly<Record<string, string>> = {
  audit: 'kit',
  job: 'kit',
  mail: 'kit',
  setting: 'kit',
  rate_mark: 'session',
  session: 'session',
  used_challenge: 'session',
  second_factor: 'staff',
  city: 'account',
  consent: 'account',
  device_token: 'account',
  device_token_spent: 'account',
  recovery_token: 'account',
  user_account: 'account',
  vehicle: 'vehicle',
  car_movement: 'parking',
  lot: 'parking',
  lot_day: 'parking',
  saved_card: 'card',
  acquirer_event: 'payment',
  attempt: 'payment',
  ledger: 'payment',
  payment: 'payment',
  refund: 'payment',
  review_case: 'payment',
  equipment_event: 'ticket',
  paid_segment: 'ticket',
  quote: 'ticket',
  tariff: 'ticket',
  ticket: 'ticket',
  reservation: 'reservation',
  statement: 'books',
  statement_line: 'books',
  device: 'equipment',
  device_answer: 'equipment',
}

type Exception = {
  /** A folder or a file. */
  readonly in: string
  /** The tables that it may read; null for any. */
  readonly tables: readonly string[] | null
  readonly why: string
}

/** Where SQL on another noun's table is right. */
export const tableExceptions: readonly Exception[] = [
  { in: 'src/books/', tables: null, why: 'the books: sums over what every noun wrote, reading only' },
  {
    in: 'src/ticket/server/store.ts',
    tables: ['lot'],
    why: 'the look-up’s one read: a ticket with the name and time zone of its lot',
  },
  {
    in: 'src/ticket/server/flow/gateNews.ts',
    tables: ['lot'],
    why: 'the feed’s one read: news with the time zone of their lot',
  },
  {
    in: 'src/ticket/server/desk/searchTickets.ts',
    tables: ['lot'],
    why: 'a page of a list in one statement',
  },
  {
    in: 'src/payment/server/desk/searchPayments.ts',
    tables: ['lot', 'ticket', 'reservation'],
    why: 'a page of a list in one statement, narrowed by lot',
  },
  {
    in: 'src/reservation/server/desk/searchReservations.ts',
    tables: ['payment', 'user_account'],
    why: 'a page of a list in one statement, searched by the person’s name',
  },
  {
    in: 'src/reservation/server/store.ts',
    tables: ['payment', 'lot', 'ticket', 'attempt'],
    why: 'a reservation’s one read: with its payment, lot and car',
  },
  {
    in: 'src/reservation/server/flow/me/ownData.ts',
    tables: ['payment', 'ledger'],
    why: 'erases the plates of reservations for which no money moved, in one statement',
  },
  { in: 'src/app/server/demo/', tables: null, why: 'seeds the demo, which no screen could make' },
]
