import { acquirerByName } from '#acquirer/acquirers.ts'
import { addMs, earlier } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { acquirerCallMs, pendingRecheckMs } from '../../limits.ts'
import { can, type PaymentState } from '../../paymentState.ts'
import { changeState } from '../../server/changeState.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { endHoldKind, releaseUnowedHold } from './recordHoldEnding.ts'
import { job } from '#kit/server/jobs/job.ts'
import { settle } from '../../server/settle/settle.ts'
import { findHeldAttempt, lockAttempt } from '../../server/attempt/attempts.ts'
import { lockPayment, getPayment } from '../../server/store.ts'
import type { PostponedChange, PendingChange } from '#acquirer/acquirer.ts'

/** Captures or voids a hold as recorded. `isFirst`: no other call is under way. */
export async function sendHoldEnding(
  deps: PaymentDeps,
  paymentId: number,
  { actor, isFirst }: { actor: string; isFirst: boolean },
): Promise<PaymentState> {
  const payment = await getPayment(deps.db, paymentId)
  const attempt = await findHeldAttempt(deps.db, paymentId)
  const isRequested = payment.state === 'capturing' || payment.state === 'unknown'
  if (!isRequested || payment.requested_cents === null || !attempt || attempt.reference === null)
    return payment.state
  const acquirer = acquirerByName(deps.acquirers, attempt.acquirer)
  const { reference } = attempt
  const { requested_cents: amountCents } = payment
  const outcome = await (amountCents > 0
    ? acquirer.capture({ id: `C${attempt.id}A${amountCents}`, reference, amountCents })
    : acquirer.void({ id: `V${attempt.id}`, reference }))
  switch (outcome.outcome) {
    case 'pending':
    case 'later':
      await postponeHoldEnding(deps, attempt.id, { ...outcome, actor })
      break
    case 'refused':
      // A refusal proves nothing about the hold, nor about an earlier call without an answer.
      await settle(deps, attempt.id, await acquirer.findByReference(reference), { actor, isRefused: isFirst })
      break
    case 'approved':
    case 'unknown':
      await settle(deps, attempt.id, outcome, { actor })
  }
  return (await getPayment(deps.db, paymentId)).state
}

export async function retryHoldEnding(deps: PaymentDeps, paymentId: number): Promise<void> {
  const isFirst = await transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const payment = await lockPayment(tx, paymentId)
    if (payment.requested_cents === null) return false
    const isFree = can('endHold', payment.state)
    if (!(await releaseUnowedHold(tx, deps, payment, { actor: 'janitor', now })) && isFree) {
      const change = { deadline_at: addMs(now, acquirerCallMs(deps.timing)) }
      await changeState(tx, payment, 'capturing', { actor: 'janitor', now, change })
    }
    return isFree
  })
  await sendHoldEnding(deps, paymentId, { actor: 'janitor', isFirst })
}

export const endHoldJob = job({
  ...endHoldKind,
  run: async (deps: PaymentDeps, { paymentId }) => {
    await sendHoldEnding(deps, paymentId, { actor: 'acquirer', isFirst: false })
  },
})

type PostponedAnswer = (PendingChange | PostponedChange) & { actor: string }

async function postponeHoldEnding(deps: PaymentDeps, attemptId: number, answer: PostponedAnswer) {
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const { payment, attempt } = await lockAttempt(tx, attemptId)
    if (attempt.state !== 'held' || (payment.state !== 'capturing' && payment.state !== 'unknown')) return
    const [to, deadline_at] =
      answer.outcome === 'later'
        ? (['authorised', answer.notBefore] as const)
        : (['capturing', earlier(answer.until, addMs(now, pendingRecheckMs))] as const)
    await changeState(tx, payment, to, { actor: answer.actor, now, change: { deadline_at } })
  })
}
