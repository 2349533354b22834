import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { KeptMoneyKind } from '#payment/caseKinds.ts'
import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { closeCases, openEventCase } from '#payment/server/ledger/cases.ts'
import { keptCents } from '#payment/server/ledger/paymentMoney.ts'
import { paidStates, type PaymentState } from '#payment/paymentState.ts'

/** Payments in other states keep no money. */
export const statesWithMoney: readonly PaymentState[] = [...paidStates, 'refunding']

type KeptMoney = { paymentIds: readonly number[]; amountCents: number; now: Date }

/**
 * Opens cases for money that was paid twice for one stay, or retained although the car came in time: newest
 * payment first, each at most what it keeps. Needs no locks, because `closeResolvedCases` handles a concurrent
 * refund.
 */
export async function openKeptMoneyCases(
  db: Db,
  kind: 'paid_twice' | 'came_in_time',
  { paymentIds, amountCents, now }: KeptMoney,
): Promise<void> {
  const payments = await paymentsWithMoney(db, kind, paymentIds)
  const rooms = payments.map(({ kept_cents, case_cents }) => Math.max(0, kept_cents - case_cents))
  const roomCents = rooms.reduce((sum, room) => sum + room, 0)
  // The newest payment's case takes the excess.
  let leftCents = Math.min(amountCents, roomCents)
  const givenCents = payments.reduce((sum, { given_cents }) => sum + given_cents, 0)
  const surplusCents = kind === 'paid_twice' ? Math.max(0, amountCents - leftCents - givenCents) : 0
  for (const [i, { id: paymentId }] of payments.entries()) {
    const partCents = Math.min(leftCents, rooms[i] ?? 0)
    leftCents -= partCents
    const caseCents = partCents + (i === 0 ? surplusCents : 0)
    if (caseCents > 0) await openEventCase(db, { paymentId, kind, amountCents: caseCents }, now)
  }
}

export async function closePaidTwiceCases(db: Db, paymentIds: readonly number[], now: Date): Promise<void> {
  for (const paymentId of paymentIds) await closeCases(db, paymentId, ['paid_twice'], now)
}

/** The surplus that is in an open case, or that staff let the operator keep. */
export async function settledSurplusCents(db: Db, paymentIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{
    cents: number
  }>`select coalesce(sum(amount_cents), 0)::bigint as cents from review_case
    where payment_id = any(${[...paymentIds]}::bigint[]) and kind = 'paid_twice' and closed_at is null`.execute(
    db,
  )
  return (rows[0]?.cents ?? 0) + (await readAcceptedCents(db, paymentIds))
}

/** What staff let the operator keep. */
export async function readAcceptedCents(db: Db, paymentIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(accepted_cents), 0)::bigint as cents from review_case
    where payment_id = any(${[...paymentIds]}::bigint[]) and kind = 'paid_twice'`.execute(db)
  return rows[0]?.cents ?? 0
}

/** Payments that keep money, newest first, with their open cases and what staff gave by choice. */
async function paymentsWithMoney(db: Db, kind: KeptMoneyKind, paymentIds: readonly number[]) {
  return db
    .selectFrom('payment')
    .select([
      'id',
      sql<number>`least(amount_cents, coalesce(${keptCents}, 0))`.as('kept_cents'),
      sql<number>`coalesce((select amount_cents from review_case where payment_id = payment.id
        and kind = ${kind} and closed_at is null), 0)::bigint`.as('case_cents'),
      sql<number>`(select coalesce(sum(choice_cents), 0) from refund where payment_id = payment.id
        and state <> 'refused')::bigint`.as('given_cents'),
    ])
    .where('id', '=', anyOf(paymentIds))
    .where('state', 'in', statesWithMoney)
    .orderBy('id', 'desc')
    .execute()
}
