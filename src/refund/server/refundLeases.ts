import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { isLeaseFree, leaseFor } from '#kit/server/db/leases.ts'
import { type Refund, unconfirmedCode } from '#payment/server/ledger/refunds.ts'

export type RefundLease = {
  readonly end: string
  readonly refund: Refund
  /** Whether no earlier lease exists, so that no request can have been sent. */
  readonly isFirst: boolean
}

/** Returns null if another lease runs, if the refund was leased since `read`, or if the refund has ended. */
export async function leaseRefund(db: Db, read: Refund, ms: number): Promise<RefundLease | null> {
  const isFirst = read.claimed_until_at === null
  const lease = await db
    .updateTable('refund')
    .set({ claimed_until_at: leaseFor(ms) })
    .where('id', '=', read.id)
    .where('state', '=', 'asked')
    .where('claimed_until_at', isFirst ? 'is' : 'is not', null)
    .where(isLeaseFree('claimed_until_at'))
    .returningAll()
    .returning(endOfLease)
    .executeTakeFirst()
  if (!lease) return null
  const { end, ...refund } = lease
  return { end, refund, isFirst }
}

const endOfLease = sql<string>`claimed_until_at::text`.as('end')

/** Null when the lease was lost. Required before a refund is sent or recorded. */
export async function extendLease(db: Db, lease: RefundLease, ms: number): Promise<RefundLease | null> {
  const kept = await db
    .updateTable('refund')
    .set({ claimed_until_at: leaseFor(ms) })
    .where(isOwn(lease))
    .returning(endOfLease)
    .executeTakeFirst()
  return kept ? { ...lease, end: kept.end } : null
}

function isOwn({ end, refund: { id } }: RefundLease): RawBuilder<boolean> {
  return sql<boolean>`(id = ${id} and state = 'asked' and claimed_until_at = ${end}::timestamptz)`
}

/** Records that the acquirer accepted the refund: before `until` the refund is only queried. */
export async function markPending(db: Db, lease: RefundLease, { until, now }: { until: Date; now: Date }) {
  const ms = until.getTime() - now.getTime()
  await db
    .updateTable('refund')
    .set({ claimed_until_at: leaseFor(ms), pending_until_at: until })
    .where(isOwn(lease))
    .execute()
}

/** Ends a lease that sent nothing. Without `wasAsked` the next try sends without a query. */
export async function releaseLease(db: Db, lease: RefundLease, { wasAsked }: { wasAsked: boolean }) {
  const free = { claimed_until_at: wasAsked ? leaseFor(0) : null }
  await db.updateTable('refund').set(free).where(isOwn(lease)).execute()
}

/** Marks a sent refund without an answer for a decision of staff. Returns false if the lease was lost. */
export async function markUnconfirmed(db: Db, lease: RefundLease): Promise<boolean> {
  const result = await db
    .updateTable('refund')
    .set({ claimed_until_at: leaseFor(0), return_code: unconfirmedCode })
    .where(isOwn(lease))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
