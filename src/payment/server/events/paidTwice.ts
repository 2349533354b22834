import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { keepingStates, openEventCase } from '../reviewCases.ts'

/**
 * So much was paid above what was owed for a stay that these payments of the portal were made for, at a machine, at a cashier
 * or here: staff give it back, of the newest first, of each at most what it keeps. In the caller's transaction; nothing when none keeps
 * anything. One of which something is just going back keeps the rest, or all of it should the acquirer refuse: its case ends
 * with the payment wholly returned. Nothing is locked here, so a payment may be returned meanwhile: `closeEnded` sees it.
 */
export async function openPaidTwice(
  db: Db,
  paid: { paymentIds: readonly number[]; amountCents: number; now: Date },
): Promise<void> {
  const keeping = await keepingOf(db, paid.paymentIds)
  const parts = partsOf(
    paid.amountCents,
    keeping.map(({ kept_cents, told_cents }) => Math.max(0, kept_cents - told_cents)),
  )
  for (const [i, { id: paymentId }] of keeping.entries()) {
    const amountCents = parts[i] ?? 0
    if (amountCents > 0) await openEventCase(db, { paymentId, kind: 'paid_twice', amountCents }, paid.now)
  }
}

/**
 * What staff were told was too much of these payments, whatever they did about it, or what has gone back of them, where that
 * is more: it needs no further case.
 */
export async function settledTwiceCents(db: Db, paymentIds: readonly number[]): Promise<number> {
  const ids = sql`${[...paymentIds]}::bigint[]`
  const { rows } = await sql<{ cents: number }>`select greatest(
    (select coalesce(sum(amount_cents), 0) from review_case where payment_id = any(${ids}) and kind = 'paid_twice'),
    (select coalesce(sum(amount_cents), 0) from ledger where payment_id = any(${ids}) and kind = 'refund')
  )::bigint as cents`.execute(db)
  return rows[0]?.cents ?? 0
}

/** An amount spread over what there is room for, the first first; what is beyond all of it (machines paid over and over) is the first's. */
function partsOf(amountCents: number, roomCents: readonly number[]): number[] {
  let left = amountCents
  const parts = roomCents.map((room) => {
    const part = Math.min(left, room)
    left -= part
    return part
  })
  return parts.map((part, i) => (i === 0 ? part + left : part))
}

/** Those that keep money, the newest first: how much, and how much of it staff have been told of. */
async function keepingOf(db: Db, paymentIds: readonly number[]) {
  return db
    .selectFrom('payment')
    .select([
      'id',
      sql<number>`least(amount_cents, (select coalesce(sum(case kind when 'capture' then ledger.amount_cents
        else -ledger.amount_cents end), 0) from ledger where payment_id = payment.id))::bigint`.as(
        'kept_cents',
      ),
      sql<number>`coalesce((select amount_cents from review_case where payment_id = payment.id
        and kind = 'paid_twice' and closed_at is null), 0)::bigint`.as('told_cents'),
    ])
    .where(sql<boolean>`id = any(${[...paymentIds]}::bigint[])`)
    .where('state', 'in', keepingStates)
    .orderBy('id', 'desc')
    .execute()
}
