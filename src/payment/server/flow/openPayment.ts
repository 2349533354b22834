import { type Insertable, sql } from 'kysely'
import type { Db, PaymentTable } from '#db/schema.ts'
import { plus } from '#kit/clock.ts'
import { audit, auditMade } from '#kit/server/audit.ts'
import { inOneStatement } from '#kit/server/db/bundle.ts'
import { type Written, written } from '#kit/server/db/line/written.ts'
import { rowInTurn } from '#kit/server/db/locks.ts'
import { isUniqueViolation, transaction } from '#kit/server/db/transaction.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { limits } from '#session/limits.ts'
import { openMs } from '../../limits.ts'
import { type PaymentType, terms } from '../../method.ts'
import { inFlightStates } from '../../paymentState.ts'
import { isOneOf } from '../reads/inState.ts'
import { type PaymentShown, shownById } from '../reads/shown.ts'
import { countedAttempts } from '../attempts.ts'
import { changeState } from '../changeState.ts'
import { findPayment, type Payment, updatePayment } from '../store.ts'

/** What a ticket asks to be paid: an amount frozen until `priceExpiresAt`. */
export type Bill = {
  ticketId: number
  ticketCode: string
  lotId: number
  timeZone: string
  segmentN: number
  amountCents: number
  /** Lines of the price, for the receipt. */
  breakdown: object
  priceExpiresAt: Date
  paymentType: PaymentType
}

/**
 * Opens a transaction, or returns the session's open one for the same ticket with the fresh amount and
 * type (docs/calls.md#ticket: one open transaction per ticket and session); one that waits for the bank
 * as it is.
 */
export async function openPayment(
  db: Db,
  bill: Bill,
  by: { sessionHash: string; userId: number | null; now: Date },
): Promise<PaymentShown> {
  const made = await insertWhere(
    db,
    whereNoneIsOpen(db, { ticketId: bill.ticketId, sessionHash: by.sessionHash }),
    bill,
    by,
  )
  if (made) return made
  for (;;) {
    const refreshed = await transaction(db, (db) => refreshOpen(db, bill, by))
    const shown = refreshed
      ? await shownById(db, refreshed.id)
      : await insertWhere(db, always(db, {}), bill, by)
    if (shown) return shown
  }
}

/** Null where it may not be, or the same session has asked twice at once, and the other request has just opened it. */
async function insertWhere(db: Db, made: Written, bill: Bill, by: By): Promise<PaymentShown | null> {
  try {
    const payment = await insert(db, made, bill, by)
    return payment && { payment, attempt: undefined, tried: 0 }
  } catch (error) {
    if (isUniqueViolation(error, 'payment_one_open_per_session')) return null
    throw error
  }
}

type By = { sessionHash: string; userId: number | null; now: Date }

const openStates = ['created', ...inFlightStates] as const

const nextId = sql`nextval('payment_id_seq') as id`

/** The id of a payment that may be. */
const always = written<object>(() => sql`select ${nextId}`)

/** The same where the session has no payment of the ticket that is open, or waits for the acquirer. */
const whereNoneIsOpen = written<{ ticketId: number; sessionHash: string }>(
  (_, { ticketId, sessionHash }) => sql`
    select ${nextId} where not exists (
      select from payment where ticket_id = ${ticketId} and session_hash = ${sessionHash}
        and ${isOneOf(sql`state`, openStates)})`,
)

async function refreshOpen(db: Db, bill: Bill, by: By): Promise<Payment | null> {
  const open = await db
    .selectFrom('payment')
    .selectAll()
    .where('ticket_id', '=', bill.ticketId)
    .where('session_hash', '=', by.sessionHash)
    .where(isOneOf(sql`state`, openStates))
    .orderBy('id', 'desc')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!open) return null
  rowInTurn('payment', open.id)
  // The own payment that waits for the bank: nothing is opened beside it.
  if (open.state !== 'created') return open.segment_n === bill.segmentN ? open : null
  const chosen = { id: open.id, payment_type: bill.paymentType }
  const exhausted = (await countedAttempts(db, chosen)) >= limits.card_payment.max
  if (open.segment_n !== bill.segmentN || exhausted) {
    await changeState(db, open, 'expired', { actor: 'customer', now: by.now, change: { deadline_at: null } })
    return null
  }
  await updatePayment(db, open.id, by.now, {
    amount_cents: bill.amountCents,
    breakdown: JSON.stringify(bill.breakdown),
    price_expires_at: bill.priceExpiresAt,
    payment_type: bill.paymentType,
    deadline_at: plus(by.now, openMs),
  })
  if (open.amount_cents !== bill.amountCents) await auditPrice(db, open, by, bill.amountCents)
  return (await findPayment(db, open.token)) ?? null
}

/** Null where it may not be: what decides, the payment and its audit row are one statement. */
async function insert(db: Db, made: Written, bill: Bill, by: By): Promise<Payment | null> {
  const state = 'created'
  const row = {
    token: randomToken(),
    session_hash: by.sessionHash,
    user_id: by.userId,
    destination: terms.capture.destination,
    payment_type: bill.paymentType,
    ticket_id: bill.ticketId,
    ticket_code: bill.ticketCode,
    lot_id: bill.lotId,
    time_zone: bill.timeZone,
    segment_n: bill.segmentN,
    amount_cents: bill.amountCents,
    breakdown: JSON.stringify(bill.breakdown),
    price_expires_at: bill.priceExpiresAt,
    state,
    deadline_at: plus(by.now, openMs),
    created_at: by.now,
    updated_at: by.now,
  } satisfies Insertable<PaymentTable>
  const [payment] = await inOneStatement(db, made, async (db) => {
    const after = { state, amount_cents: bill.amountCents } as const
    const told = { at: by.now, actor: 'customer', subject: 'payment', action: state, before: null } as const
    await auditMade(db, { ...told, after })
    return insertMade(db, row)
  })
  return payment ?? null
}

const insertMade = written<Omit<Insertable<PaymentTable>, 'id'>, Payment>((_, row) => {
  const columns = Object.keys(row).map((column) => sql.ref(column))
  return sql<Payment>`insert into payment (id, ${sql.join(columns)})
    select made.id, ${sql.join(Object.values(row))} from made returning *`
})

function auditPrice(db: Db, payment: Payment, { now }: By, amountCents: number): Promise<void> {
  return audit(db, {
    at: now,
    actor: 'customer',
    subject: 'payment',
    subjectId: String(payment.id),
    action: 'repriced',
    before: { state: payment.state, amount_cents: payment.amount_cents },
    after: { state: 'created', amount_cents: amountCents },
  })
}
