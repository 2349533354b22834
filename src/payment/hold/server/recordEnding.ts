import * as z from 'zod/mini'
import type { Tx } from '#db/schema.ts'
import { plus } from '#kit/clock.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { callMs } from '../../limits.ts'
import { can } from '../../paymentState.ts'
import { changeState } from '../../server/changeState.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import type { Payment } from '../../server/store.ts'

/** Ends a hold at the acquirer; the work is in `endHold.ts`. */
export const endHoldKind = {
  name: 'end_hold',
  lane: 'money',
  keptDays: 30,
  payload: z.object({ paymentId: z.number() }),
} as const

/** How a hold is to end: centavos to take (0 releases it all), and the lines that sum to them. */
export type Ending = {
  readonly takeCents: number
  readonly lines: readonly { readonly text: string; readonly amountCents: number }[]
  /** Which segment of the stay it pays. */
  readonly segmentN?: number
  readonly actor: string
}

type Timing = Pick<PaymentDeps, 'timing'>

/**
 * Records that a hold is to end, before the acquirer is asked: computed once, captured once. In the caller's
 * transaction, with the payment locked; `finishEnding` follows it. False when there is no hold to end.
 */
export async function recordEnding(
  tx: Tx,
  deps: Timing,
  payment: Payment,
  ending: Ending & { now: Date },
): Promise<boolean> {
  if (!can('endHold', payment.state)) return false
  const { takeCents, lines, segmentN, actor, now } = ending
  const change = {
    take_cents: takeCents,
    ending_at: now,
    breakdown: JSON.stringify(lines),
    segment_n: segmentN ?? payment.segment_n,
    deadline_at: plus(now, callMs(deps.timing)),
  }
  await changeState(tx, payment, 'capturing', { actor, now, change })
  return true
}

/**
 * What was to be taken of a hold, and is not owed any more because the stay was paid in another way, is not taken: the hold is to
 * be released, and what was taken unheard goes back with it. False where it is owed, or a call may be under way. In the
 * caller's transaction, with the payment locked; `finishEnding` follows it.
 */
export async function releaseUnowed(
  tx: Tx,
  deps: Pick<PaymentDeps, 'timing' | 'subject'>,
  payment: Payment,
  { actor, now }: { actor: string; now: Date },
): Promise<boolean> {
  if (!payment.take_cents || !isToBeAsked(payment, now)) return false
  if (await deps.subject.stillOwes(tx, payment, now)) return false
  const change = {
    take_cents: 0,
    breakdown: JSON.stringify([]),
    deadline_at: plus(now, callMs(deps.timing)),
  }
  await changeState(tx, payment, 'capturing', { actor, now, change })
  return true
}

/** Put off, or asked for longer ago than a call takes. */
function isToBeAsked({ state, deadline_at: deadlineAt }: Payment, now: Date): boolean {
  if (can('endHold', state)) return true
  return (state === 'capturing' || state === 'unknown') && deadlineAt !== null && deadlineAt <= now
}

/** As `recordEnding`, and a job asks the acquirer: for gates and sweeps, which cannot wait for a bank. */
export async function recordEndingForJob(
  tx: Tx,
  deps: Pick<PaymentDeps, 'timing'>,
  payment: Payment,
  ending: Ending & { now: Date },
): Promise<void> {
  if (!(await recordEnding(tx, deps, payment, ending))) return
  const key = `end-hold-${payment.id}-${ending.now.getTime()}`
  await enqueue(tx, endHoldKind, { paymentId: payment.id }, { key, now: ending.now })
}
