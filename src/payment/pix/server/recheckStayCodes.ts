import { codeCheckIntervalMs, silentMs } from '../../limits.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import type { StayCode } from '../../server/attempt/preflight.ts'
import { recheckWithin } from './recheckWithin.ts'
import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { SharedClock } from '#kit/clock.ts'
import { sharedNow } from '#kit/server/db/leases.ts'
import type { Attempt } from '../../server/attempt/attempts.ts'

const cardPatienceMs = 2_000

/**
 * Queries a stay's codes before a card is sent (docs/methods.md#pix). Answers the paid codes that do not
 * block the card, because their bank does not confirm.
 */
export async function recheckStayCodes(
  deps: PaymentDeps,
  codes: readonly StayCode[],
  isRefused: () => Promise<boolean>,
): Promise<number[]> {
  if (codes.length === 0) return []
  if (await isRefused()) return []
  const until = performance.now() + cardPatienceMs
  const checks = codes.map(({ attemptId, isPaid }) => ({
    attemptId,
    eachMs: isPaid ? 0 : codeCheckIntervalMs(0),
  }))
  const claimed = await claimChecks(deps, checks)
  const answers = await Promise.all(
    claimed.map(async (attempt) => ({
      id: attempt.id,
      outcome: await recheckWithin(deps, attempt, until - performance.now()),
    })),
  )
  const silent = answers
    .filter(({ outcome }) => outcome === null || outcome === 'unknown')
    .map(({ id }) => id)
  if (silent.length > 0) await pauseChecks(deps, silent, silentMs)
  const paid = answers.filter(({ outcome }) => outcome === 'approved').map(({ id }) => id)
  return codes
    .filter(({ attemptId, isPaid }) => isPaid && !paid.includes(attemptId))
    .map(({ attemptId }) => attemptId)
}

export type CheckDeps = { readonly db: Db; readonly clock: Pick<SharedClock, 'fixed'> }

export async function claimChecks(
  { db, clock }: CheckDeps,
  checks: readonly { attemptId: number; eachMs: number }[],
): Promise<Attempt[]> {
  const ids = checks.map(({ attemptId }) => attemptId)
  const each = checks.map(({ eachMs }) => eachMs)
  return db
    .updateTable('attempt')
    .from(
      sql<{ id: number; each_ms: number }>`unnest(${ids}::bigint[], ${each}::integer[])`.as<'look'>(
        sql`look (id, each_ms)`,
      ),
    )
    .set({ looked_at: sharedNow(clock) })
    .whereRef('attempt.id', '=', 'look.id')
    .where('attempt.state', 'in', ['challenged', 'abandoned'])
    .where(
      sql<boolean>`(looked_at is null
        or looked_at <= ${sharedNow(clock)} - look.each_ms * interval '1 millisecond')`,
    )
    .returningAll('attempt')
    .execute()
}

async function pauseChecks({ db, clock }: CheckDeps, attemptIds: readonly number[], ms: number) {
  await db
    .updateTable('attempt')
    .set({ looked_at: sharedNow(clock, ms) })
    .where(sql<boolean>`id = any(${[...attemptIds]}::bigint[])`)
    .where('state', 'in', ['challenged', 'abandoned'])
    .execute()
}
