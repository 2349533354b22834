import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { Payment } from './store.ts'
import { sentStates, type PaymentState } from '../paymentState.ts'
import { isInIndexedState, isUnderWay } from './views/stateSql.ts'

type Round = { limit: number; last: Payment | undefined }

/**
 * Oldest first, after `last`. Leaves out holds without a recorded ending, which the sweep of reservations
 * ends.
 */
export async function findOverduePayments(db: Db, now: Date, { limit, last }: Round): Promise<Payment[]> {
  const due = db.selectFrom('payment').selectAll().where('deadline_at', '<=', now)
  const after = last
    ? due.where(sql<boolean>`(deadline_at, id) > (${last.deadline_at}::timestamptz, ${last.id}::bigint)`)
    : due
  return after
    .where((eb) => eb.or([eb('state', '<>', 'authorised'), eb('requested_cents', 'is not', null)]))
    .orderBy('deadline_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function hasCapture(db: Db): Promise<boolean> {
  const captures = db.selectFrom('ledger').select('id').where('kind', '=', 'capture')
  return (await captures.limit(1).executeTakeFirst()) !== undefined
}

export async function isBeingPaid(db: Db, ticketId: number): Promise<boolean> {
  const payments = db.selectFrom('payment').select('id').where('ticket_id', '=', ticketId)
  return (await payments.where('state', 'in', sentStates).executeTakeFirst()) !== undefined
}

export async function listPaymentsOfTicket(db: Db, ticketId: number): Promise<Payment[]> {
  return db.selectFrom('payment').selectAll().where('ticket_id', '=', ticketId).orderBy('id').execute()
}

const waitingStates = [
  'awaiting_cardholder',
  'awaiting_payment',
  'unknown',
  'refunding',
  'review',
] as const satisfies readonly PaymentState[]

export async function countWaiting(db: Db): Promise<Readonly<Record<string, number>>> {
  const counted = db
    .selectFrom('payment')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .groupBy('state')
  const states = await counted
    .where('state', 'in', waitingStates)
    .where(isInIndexedState)
    .unionAll(counted.where('state', '=', 'authorising').where(isUnderWay))
    .execute()
  return Object.fromEntries(states.map(({ state, count }) => [state, count]))
}
