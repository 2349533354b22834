import type { FindOutcome } from '#acquirer/acquirer.ts'
import { addMs } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { inBatches, processInRounds } from '#kit/server/jobs/processInRounds.ts'
import { unattendedRecheckDelayMs, recheckSupersededMs, reviewAfterMs } from '../../limits.ts'
import { can, isAwaiting } from '../../paymentState.ts'
import { changeState } from '../../server/changeState.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { retryHoldEnding } from '../../hold/server/endHold.ts'
import { endAuthentication } from '../../authentication/server/openAuthentication.ts'
import { endSaleAtBank } from '../../pix/server/endPixCode.ts'
import { attemptStates } from '../../attemptStates.ts'
import { detectDuplicates } from './detectDuplicates.ts'
import { abandonAttempt } from '../../server/settle/abandonAttempt.ts'
import { queryAndSettle } from '../../server/settle/queryAndSettle.ts'
import { isSuperseded } from '../../server/settle/pix/superseded.ts'
import {
  type Attempt,
  getAttempt,
  findLastAttempt,
  updateAttempt,
  findAttemptsToRecheck,
  findHeldAttempt,
} from '../../server/attempt/attempts.ts'
import { lockPayment, type Payment } from '../../server/store.ts'
import { findOverduePayments } from '../../server/findPayments.ts'

const batchSize = 48
const lanes = 8

/** Settles overdue payments and attempts, and answers how many. `stopping` ends it between two batches. */
export async function sweepPayments(deps: PaymentDeps, stopping?: AbortSignal): Promise<number> {
  const now = deps.clock.now()
  const next = (limit: number, last: Payment | undefined) =>
    findOverduePayments(deps.db, now, { limit, last })
  const overdue = await processInRounds({ next, limit: batchSize, lanes, stopping }, (payment) => {
    const work = can('expire', payment.state) ? expire(deps, payment) : settleOverdue(deps, payment)
    return logFailure(deps, { payment: payment.id }, work)
  })
  const left = await findAttemptsToRecheck(deps.db, deps.clock.now(), batchSize)
  await inBatches(left, { lanes, stopping }, (attempt) =>
    logFailure(deps, { attempt: attempt.id }, recheckAttempt(deps, attempt)),
  )
  await detectDuplicates(deps, stopping)
  return overdue + left.length
}

async function logFailure(deps: PaymentDeps, what: object, work: Promise<void>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    deps.log.error({ err: error, ...what }, 'janitor could not settle a payment')
    return false
  }
}

async function expire(deps: PaymentDeps, payment: Payment): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const fresh = await lockPayment(tx, payment.id)
    if (!can('expire', fresh.state) || fresh.deadline_at === null || fresh.deadline_at > deps.clock.now())
      return
    const by = { actor: 'janitor', now: deps.clock.now(), change: { deadline_at: null } }
    await changeState(tx, fresh, 'expired', by)
  })
}

async function settleOverdue(deps: PaymentDeps, payment: Payment): Promise<void> {
  if (payment.requested_cents !== null && (await findHeldAttempt(deps.db, payment.id))) {
    return retryHoldEnding(deps, payment.id)
  }
  const attempt = await findLastAttempt(deps.db, payment.id)
  if (!attempt) throw new Error(`payment ${payment.id} is ${payment.state} without an attempt`)
  if (attempt.state === 'authenticating')
    return endAuthentication(deps, attempt.id, { end: 'timeout', actor: 'janitor', to: 'created' })
  const outcome = await queryAndSettle(deps, attempt, 'janitor')
  // A bank page or Pix code that only this query found may still be used until its own deadline.
  if (outcome.outcome !== 'pending' || !isAwaiting(payment.state)) return
  const end = { actor: 'janitor', to: 'created' } as const
  if (payment.state === 'awaiting_cardholder') return abandonAttempt(deps, attempt.id, end)
  await endSaleAtBank(deps, attempt, { ...end, reference: outcome.reference })
}

/** Rechecks an attempt for a day, a superseded Pix until its bank decides, because a webhook may be lost. */
async function recheckAttempt(deps: PaymentDeps, attempt: Attempt): Promise<void> {
  let outcome: FindOutcome['outcome'] = 'unknown'
  try {
    outcome = (await queryAndSettle(deps, attempt, 'janitor')).outcome
  } finally {
    const fresh = await getAttempt(deps.db, attempt.id)
    const { next_query_at, state } = fresh
    const now = deps.clock.now()
    const age = now.getTime() - attempt.started_at.getTime()
    const isLate = age >= reviewAfterMs
    const isSoon = isSuperseded(fresh) && !isLate
    const soon = addMs(
      now,
      isSoon ? recheckSupersededMs : unattendedRecheckDelayMs(age, deps.timing.notFoundGraceMs),
    )
    // An ended attempt is rechecked once, because its Pix code may be paid twice.
    const next = attemptStates[state].isOver ? addMs(attempt.started_at, reviewAfterMs) : soon
    const again = isLate && (outcome === 'refused' || !isSuperseded(fresh)) ? null : next
    if (next_query_at !== null) await updateAttempt(deps.db, attempt.id, { next_query_at: again })
  }
}
