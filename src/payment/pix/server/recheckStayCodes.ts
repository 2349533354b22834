import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { codeCheckIntervalMs, silentBankPauseMs } from '../../limits.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import type { StayCode } from '../../server/attempt/preflight.ts'
import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { SharedClock } from '#kit/clock.ts'
import { sharedNow } from '#kit/server/db/leases.ts'
import type { Attempt } from '../../server/attempt/attempts.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { FindOutcome } from '#acquirer/acquirer.ts'
import { queryAndSettle } from '../../server/settle/queryAndSettle.ts'
import { findPayment } from '../../server/store.ts'

const maxCardWaitMs = 2_000

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
  const until = performance.now() + maxCardWaitMs
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
  if (silent.length > 0) await pauseChecks(deps, silent, silentBankPauseMs)
  const paid = answers.filter(({ outcome }) => outcome === 'approved').map(({ id }) => id)
  return codes
    .filter(({ attemptId, isPaid }) => isPaid && !paid.includes(attemptId))
    .map(({ attemptId }) => attemptId)
}

type CheckDeps = { readonly db: Db; readonly clock: Pick<SharedClock, 'fixed'> }

export async function claimChecks(
  { db, clock }: CheckDeps,
  checks: readonly { attemptId: number; eachMs: number }[],
): Promise<Attempt[]> {
  const ids = checks.map(({ attemptId }) => attemptId)
  const each = checks.map(({ eachMs }) => eachMs)
  return db
    .updateTable('attempt')
    .from(
      sql<{ id: number; each_ms: number }>`unnest(${ids}::bigint[], ${each}::integer[])`.as<'due'>(
        sql`due (id, each_ms)`,
      ),
    )
    .set({ queried_at: sharedNow(clock) })
    .whereRef('attempt.id', '=', 'due.id')
    .where('attempt.state', 'in', ['challenged', 'abandoned'])
    .where(
      sql<boolean>`(queried_at is null
        or queried_at <= ${sharedNow(clock)} - due.each_ms * interval '1 millisecond')`,
    )
    .returningAll('attempt')
    .execute()
}

async function pauseChecks({ db, clock }: CheckDeps, attemptIds: readonly number[], ms: number) {
  await db
    .updateTable('attempt')
    .set({ queried_at: sharedNow(clock, ms) })
    .where('id', '=', anyOf(attemptIds))
    .where('state', 'in', ['challenged', 'abandoned'])
    .execute()
}

const maxScreenWaitMs = 700

/** Null without an answer within `ms`; a later one is still settled. */
async function recheckWithin(deps: PaymentDeps, attempt: Attempt, ms: number) {
  const stop = new AbortController()
  const late = wait(ms, null, { signal: stop.signal }).catch(() => null)
  const answer = await Promise.race([queryOutcome(deps, attempt), late])
  stop.abort()
  return answer
}

async function queryOutcome(deps: PaymentDeps, attempt: Attempt): Promise<FindOutcome['outcome'] | null> {
  try {
    return (await queryAndSettle(deps, attempt, 'acquirer')).outcome
  } catch (error) {
    deps.log.error({ err: error, attempt: attempt.id }, 'an open code could not be asked about')
    return null
  }
}

/** Queries a shown code, once per `codeCheckIntervalMs` across instances; false where nothing changed. */
export async function recheckCode(deps: PaymentDeps, token: string): Promise<boolean> {
  const payment = await findPayment(deps.db, token)
  if (payment?.state !== 'awaiting_payment') return true
  const ageMs = deps.clock.now().getTime() - payment.updated_at.getTime()
  const attempt = await claimCodeOfPayment(deps, payment.id, codeCheckIntervalMs(ageMs))
  if (!attempt) return (await findPayment(deps.db, token))?.state !== 'awaiting_payment'
  await recheckWithin(deps, attempt, maxScreenWaitMs)
  return true
}

async function claimCodeOfPayment({ db, clock }: CheckDeps, paymentId: number, eachMs: number) {
  return db
    .updateTable('attempt')
    .set({ queried_at: sharedNow(clock) })
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'challenged')
    .where((eb) => eb.or([eb('queried_at', 'is', null), eb('queried_at', '<=', sharedNow(clock, -eachMs))]))
    .returningAll()
    .executeTakeFirst()
}
