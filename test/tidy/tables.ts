import { jobKinds, nouns } from '#app/server/modules.ts'
import { kitTables } from '#kit/server/retention/tables.ts'

/** Every table with its noun. A new table gets its row in `server/retention/tables.ts` there. */
export const ownedTables = Object.entries({ kit: { tables: kitTables(jobKinds) }, ...nouns }).flatMap(
  ([noun, module]) =>
    'tables' in module ? Object.keys(module.tables).map((table) => [table, noun] as const) : [],
)

/** A table's SQL is written in its noun only. */
export const tableOwners: Readonly<Record<string, string>> = Object.fromEntries(ownedTables)

type Exception = {
  /** A folder or a file. */
  readonly in: string
  /** The tables that it may read; null for any. */
  readonly tables: readonly string[] | null
  readonly why: string
}

/** Permitted SQL on another noun's table. */
export const tableExceptions: readonly Exception[] = [
  {
    in: 'src/refund/server/refundLeases.ts',
    tables: ['refund'],
    why: 'the worker alone claims a refund at its acquirer',
  },
  { in: 'src/staff/server/audit/', tables: ['audit'], why: 'the list of the audit trail, reading only' },
  { in: 'src/review/server/', tables: null, why: 'lists and cases over every part of a payment' },
  {
    in: 'src/receipt/server/',
    tables: null,
    why: 'the history of payments and the facts of a receipt, reading only',
  },
  { in: 'src/reporting/', tables: null, why: 'the books: sums over what every noun wrote, reading only' },
  { in: 'src/closing/server/', tables: null, why: 'the books of a day, reading only' },
  { in: 'src/dispute/server/', tables: null, why: 'a dispute with the sale that it is about, reading only' },
  {
    in: 'src/contest/server/',
    tables: ['ledger', 'lot', 'payment', 'review_case'],
    why: 'a contest with its payment, and what the ledger proves, reading only',
  },
  { in: 'src/alert/server/', tables: null, why: 'what each kind of alert looks at, reading only' },
  {
    in: 'src/parking/server/occupancy/recordOccupancy.ts',
    tables: ['ticket'],
    why: 'whether a gate has ever let a car in, reading only',
  },
  {
    in: 'src/till/server/',
    tables: ['lot'],
    why: 'a till with the name, time zone and settings of its lot',
  },
  {
    in: 'src/partner/server/',
    tables: ['lot', 'printed_code', 'user_account', 'validation'],
    why: 'what a shop gave and owes, with the lot and the printed number, and its people, reading only',
  },
  {
    in: 'src/payment/server/views/paymentWithAttempt.ts',
    tables: ['lot'],
    why: 'a payment with the name of its lot, in the statement that reads it',
  },
  {
    in: 'src/ticket/server/store.ts',
    tables: ['lot'],
    why: 'a ticket with the name and time zone of its lot',
  },
  {
    in: 'src/ticket/server/gate/exitQuestions.ts',
    tables: ['device', 'lot'],
    why: 'a question at the exit with the names of its device and lot, reading only',
  },
  {
    in: 'src/ticket/server/ticketSnapshot.ts',
    tables: ['lot', 'lot_city'],
    why: 'the look-up’s one read: a ticket with the name, city and time zone of its lot',
  },
  {
    in: 'src/ticket/server/flow/gateEvents.ts',
    tables: ['lot'],
    why: 'the feed’s one read: news with the time zone of their lot',
  },
  {
    in: 'src/ticket/server/backoffice/ticketsList.ts',
    tables: ['lot'],
    why: 'a page or batch of a list in one statement',
  },
  {
    in: 'src/review/server/backoffice/searchPayments.ts',
    tables: ['lot', 'ticket', 'reservation'],
    why: 'a page of a list in one statement, narrowed by lot',
  },
  {
    in: 'src/payment/server/ledger/paymentMoney.ts',
    tables: ['dispute'],
    why: 'what pays of a payment, in the look-up’s one read: a chargeback takes it',
  },
  {
    in: 'src/payment/server/changeState.ts',
    tables: ['ticket', 'paid_segment'],
    why: 'the end of an attempt reads whether its payment is still owed, in one statement and without a lock',
  },
  {
    in: 'src/reservation/server/jobs/walkIn.ts',
    tables: ['ticket'],
    why: 'whether a reserved car came with a ticket that no reservation issued, in one statement',
  },
  {
    in: 'src/reservation/server/backoffice/reservationsList.ts',
    tables: ['payment', 'user_account', 'ledger'],
    why: 'a page or batch of a list in one statement, searched by the person’s name',
  },
  {
    in: 'src/reservation/server/store.ts',
    tables: ['payment', 'lot', 'ticket', 'attempt', 'tariff', 'ledger'],
    why: 'a reservation’s one read: with its payment, lot and car, and whether money moved',
  },
  {
    in: 'src/reservation/server/module.ts',
    tables: ['payment'],
    why: 'what the trail calls a reservation, in one statement with its token',
  },
  {
    in: 'src/reservation/server/retention/tables.ts',
    tables: ['payment'],
    why: 'ends reservations for which no money moved, in one statement',
  },
  {
    in: 'src/payment/server/retention/erase.ts',
    tables: ['reservation', 'paid_segment'],
    why: 'a payment that something still refers to is not dropped, in one statement',
  },
  {
    in: 'src/ticket/server/retention/tables.ts',
    tables: ['payment', 'reservation'],
    why: 'a ticket that something still refers to is not dropped, in one statement',
  },
  { in: 'src/app/server/demo/', tables: null, why: 'tells a demo database from a real one' },
]
