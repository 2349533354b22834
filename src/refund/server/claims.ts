import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { isFree, leaseFor } from '#kit/server/db/leases.ts'
import { type Refund, untoldCode } from '#payment/server/ledger/refunds.ts'

/** Whose the acquirer is for a refund: the end of the claim, to the microsecond; and the refund as it stood under it. */
export type Claim = {
  readonly end: string
  readonly refund: Refund
  /** Nobody had the acquirer before: it was asked for nothing. */
  readonly isFirst: boolean
}

/**
 * Takes the acquirer for one caller for so long; null while another has it, when the refund has ended, and when somebody had
 * it since `read`: who stood still in between would take what was asked for meanwhile for never asked for.
 */
export async function claimRefund(db: Db, read: Refund, ms: number): Promise<Claim | null> {
  const isFirst = read.claimed_until_at === null
  const claim = await db
    .updateTable('refund')
    .set({ claimed_until_at: leaseFor(ms) })
    .where('id', '=', read.id)
    .where('state', '=', 'asked')
    .where('claimed_until_at', isFirst ? 'is' : 'is not', null)
    .where(isFree('claimed_until_at'))
    .returningAll()
    .returning(endOfClaim)
    .executeTakeFirst()
  if (!claim) return null
  const { end, ...refund } = claim
  return { end, refund, isFirst }
}

const endOfClaim = sql<string>`claimed_until_at::text`.as('end')

/**
 * Has the acquirer for so long from now on, where it still is the caller's; null where somebody else took it, who may have
 * asked for the money, or the refund has ended. Whoever asks for money, or ends a refund by what they were told, asks this
 * first: however long they stood still, what they do is done once.
 */
export async function keepClaim(db: Db, claim: Claim, ms: number): Promise<Claim | null> {
  const kept = await db
    .updateTable('refund')
    .set({ claimed_until_at: leaseFor(ms) })
    .where(isStill(claim))
    .returning(endOfClaim)
    .executeTakeFirst()
  return kept ? { ...claim, end: kept.end } : null
}

/** Of a refund: it is still the caller's. Who slept through the end of their claim may find that of another. */
function isStill({ end, refund: { id } }: Claim): RawBuilder<boolean> {
  return sql<boolean>`(id = ${id} and state = 'asked' and claimed_until_at = ${end}::timestamptz)`
}

/** The acquirer has taken the refund on: until then nobody asks for it again, only what became of it. A claim of another stays. */
export async function markPending(
  db: Db,
  claim: Claim,
  { until, now }: { until: Date; now: Date },
): Promise<void> {
  const ms = until.getTime() - now.getTime()
  await db
    .updateTable('refund')
    .set({ claimed_until_at: leaseFor(ms), pending_until_at: until })
    .where(isStill(claim))
    .execute()
}

/**
 * Who has claimed it has asked the acquirer for nothing: the next try, and staff, need not wait. `wasAsked`: somebody had
 * before, whose claim is over; one that was never claimed is sent without a question. A claim of another stays.
 */
export async function releaseRefund(
  db: Db,
  claim: Claim,
  { wasAsked }: { wasAsked: boolean },
): Promise<void> {
  const free = { claimed_until_at: wasAsked ? leaseFor(0) : null }
  await db.updateTable('refund').set(free).where(isStill(claim)).execute()
}

/**
 * Nobody has the acquirer any more, and it was asked: what came of that staff are to say. False when the refund has ended, or
 * somebody else has the acquirer.
 */
export async function putInDoubt(db: Db, claim: Claim): Promise<boolean> {
  const result = await db
    .updateTable('refund')
    .set({ claimed_until_at: leaseFor(0), return_code: untoldCode })
    .where(isStill(claim))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
