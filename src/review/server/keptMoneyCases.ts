import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { KeptMoneyKind } from '#payment/caseKinds.ts'
import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { openEventCase } from '#payment/server/ledger/cases.ts'
import { keptCents } from '#payment/server/ledger/keptCents.ts'
import { statesWithMoney } from './lateCases.ts'

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
  const surplusCents = kind === 'paid_twice' ? amountCents - leftCents : 0
  for (const [i, { id: paymentId }] of payments.entries()) {
    const partCents = Math.min(leftCents, rooms[i] ?? 0)
    leftCents -= partCents
    const caseCents = partCents + (i === 0 ? surplusCents : 0)
    if (caseCents > 0) await openEventCase(db, { paymentId, kind, amountCents: caseCents }, now)
  }
}

/**
 * The surplus that is in a case or refunded. An open case shrinks by refunds, so the larger of closed cases
 * and refunds counts. Refunded second sales are left out by `least`.
 */
export async function settledSurplusCents(db: Db, paymentIds: readonly number[]): Promise<number> {
  const ids = sql`${[...paymentIds]}::bigint[]`
  const inCases = sql`select coalesce(sum(amount_cents), 0) from review_case
    where payment_id = any(${ids}) and kind = 'paid_twice'`
  const returned = sql`select coalesce(sum(least(amount_cents, captured) - least(amount_cents, captured - refunded)), 0)
    from payment, lateral (
      select coalesce(sum(ledger.amount_cents) filter (where kind = 'capture'), 0) as captured,
        coalesce(sum(ledger.amount_cents) filter (where kind <> 'capture'), 0) as refunded
      from ledger where payment_id = payment.id) money
    where payment.id = any(${ids})`
  const { rows } = await sql<{ cents: number }>`select ((${inCases} and closed_at is null)
    + greatest((${inCases} and closed_at is not null), (${returned})))::bigint as cents`.execute(db)
  return rows[0]?.cents ?? 0
}

/** Payments that keep money, newest first, with the sum of their open cases. */
async function paymentsWithMoney(db: Db, kind: KeptMoneyKind, paymentIds: readonly number[]) {
  return db
    .selectFrom('payment')
    .select([
      'id',
      sql<number>`least(amount_cents, coalesce(${keptCents}, 0))`.as('kept_cents'),
      sql<number>`coalesce((select amount_cents from review_case where payment_id = payment.id
        and kind = ${kind} and closed_at is null), 0)::bigint`.as('case_cents'),
    ])
    .where('id', '=', anyOf(paymentIds))
    .where('state', 'in', statesWithMoney)
    .orderBy('id', 'desc')
    .execute()
}
