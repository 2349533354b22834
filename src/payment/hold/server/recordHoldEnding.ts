import { jobKind } from '#kit/server/jobs/job.ts'
import * as z from 'zod/mini'
import type { Tx } from '#db/schema.ts'
import { addMs } from '#kit/clock.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { acquirerCallMs } from '../../limits.ts'
import { can } from '../../paymentState.ts'
import { changeState } from '../../server/changeState.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import type { Payment } from '../../server/store.ts'

export const endHoldKind = jobKind('end_hold', { lane: 'money', keptDays: 30 }, { paymentId: z.number() })

/** Centavos to capture (0 releases all), and the lines that sum to them. */
type HoldEnding = {
  readonly requestedCents: number
  readonly lines: readonly { readonly text: string; readonly amountCents: number }[]
  readonly segmentN?: number
  readonly actor: string
  readonly now: Date
}

type Timing = Pick<PaymentDeps, 'timing'>

/** Records a hold's end before the acquirer is called; needs the locked payment. False without a hold. */
export async function recordHoldEnding(tx: Tx, deps: Timing, payment: Payment, ending: HoldEnding) {
  if (!can('endHold', payment.state)) return false
  const { requestedCents, lines, segmentN, actor, now } = ending
  const change = {
    requested_cents: requestedCents,
    ending_at: now,
    breakdown: JSON.stringify(lines),
    segment_n: segmentN ?? payment.segment_n,
    deadline_at: addMs(now, acquirerCallMs(deps.timing)),
  }
  await changeState(tx, payment, 'capturing', { actor, now, change })
  return true
}

/** Releases a hold that is not owed, with the payment locked; false if owed, or a call may be under way. */
export async function releaseUnowedHold(tx: Tx, deps: PaymentDeps, payment: Payment, by: Release) {
  const { now } = by
  if (!payment.requested_cents || !isDue(payment, now)) return false
  if (await deps.subject.isStillOwed(tx, payment, now)) return false
  const deadline_at = addMs(now, acquirerCallMs(deps.timing))
  const change = { requested_cents: 0, breakdown: JSON.stringify([]), deadline_at }
  await changeState(tx, payment, 'capturing', { ...by, change })
  return true
}

type Release = Pick<HoldEnding, 'actor' | 'now'>

function isDue({ state, deadline_at: deadlineAt }: Payment, now: Date): boolean {
  if (can('endHold', state)) return true
  return (state === 'capturing' || state === 'unknown') && deadlineAt !== null && deadlineAt <= now
}

/** Leaves the acquirer's call to a job, because gates and sweeps cannot wait. */
export async function enqueueHoldEnding(tx: Tx, deps: Timing, payment: Payment, ending: HoldEnding) {
  if (!(await recordHoldEnding(tx, deps, payment, ending))) return
  const key = `end-hold-${payment.id}-${ending.now.getTime()}`
  await enqueue(tx, endHoldKind, { paymentId: payment.id }, { key, now: ending.now })
}
