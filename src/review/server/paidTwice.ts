import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { KeptKind } from '#payment/caseKinds.ts'
import { openEventCase } from '#payment/server/ledger/cases.ts'
import { keepingStates } from './lateCases.ts'

/**
 * So much was paid above what was owed for a stay that these payments of the portal were made for, at a machine, at a cashier
 * or here: staff give it back, of the newest first, of each at most what it keeps. In the caller's transaction; nothing when none keeps
 * anything. One of which something is just going back keeps the rest, or all of it should the acquirer refuse: its case ends
 * with the payment wholly returned. Nothing is locked here, so a payment may be returned meanwhile: `closeEnded` sees it.
 */
export async function openPaidTwice(db: Db, paid: TooMuch): Promise<void> {
  await openKept(db, 'paid_twice', paid)
}

/**
 * The car of a reservation had come in time, as a gate tells after money was kept because nobody was seen to: staff say whether
 * it stays. As `openPaidTwice`, but of no more than is kept: nothing was paid besides.
 */
export async function openCameInTime(db: Db, kept: TooMuch): Promise<void> {
  await openKept(db, 'came_in_time', kept)
}

type TooMuch = { paymentIds: readonly number[]; amountCents: number; now: Date }

async function openKept(db: Db, kind: KeptKind, paid: TooMuch): Promise<void> {
  const keeping = await keepingOf(db, kind, paid.paymentIds)
  const rooms = keeping.map(({ kept_cents, told_cents }) => Math.max(0, kept_cents - told_cents))
  const mostCents = kind === 'paid_twice' ? paid.amountCents : rooms.reduce((sum, room) => sum + room, 0)
  const parts = partsOf(Math.min(paid.amountCents, mostCents), rooms)
  for (const [i, { id: paymentId }] of keeping.entries()) {
    const amountCents = parts[i] ?? 0
    if (amountCents > 0) await openEventCase(db, { paymentId, kind, amountCents }, paid.now)
  }
}

/**
 * What staff have been told was too much of these payments, and have accepted or given back, or what went back of them without a
 * case: it needs no further one. An open case is less by what has gone back, a closed one may say the last of it. A second sale
 * that went back was never of the payment: it keeps what it is for.
 */
export async function settledTwiceCents(db: Db, paymentIds: readonly number[]): Promise<number> {
  const ids = sql`${[...paymentIds]}::bigint[]`
  const told = sql`select coalesce(sum(amount_cents), 0) from review_case
    where payment_id = any(${ids}) and kind = 'paid_twice'`
  const returned = sql`select coalesce(sum(least(amount_cents, captured) - least(amount_cents, captured - refunded)), 0)
    from payment, lateral (
      select coalesce(sum(ledger.amount_cents) filter (where kind = 'capture'), 0) as captured,
        coalesce(sum(ledger.amount_cents) filter (where kind <> 'capture'), 0) as refunded
      from ledger where payment_id = payment.id) money
    where payment.id = any(${ids})`
  const { rows } = await sql<{ cents: number }>`select ((${told} and closed_at is null)
    + greatest((${told} and closed_at is not null), (${returned})))::bigint as cents`.execute(db)
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
async function keepingOf(db: Db, kind: KeptKind, paymentIds: readonly number[]) {
  return db
    .selectFrom('payment')
    .select([
      'id',
      sql<number>`least(amount_cents, (select coalesce(sum(case kind when 'capture' then ledger.amount_cents
        else -ledger.amount_cents end), 0) from ledger where payment_id = payment.id))::bigint`.as(
        'kept_cents',
      ),
      sql<number>`coalesce((select amount_cents from review_case where payment_id = payment.id
        and kind = ${kind} and closed_at is null), 0)::bigint`.as('told_cents'),
    ])
    .where(sql<boolean>`id = any(${[...paymentIds]}::bigint[])`)
    .where('state', 'in', keepingStates)
    .orderBy('id', 'desc')
    .execute()
}
