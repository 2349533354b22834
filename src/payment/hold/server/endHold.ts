import { acquirerNamed } from '#acquirer/acquirers.ts'
import type { Tx } from '#db/schema.ts'
import { plus } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { callMs } from '../../limits.ts'
import { can, type PaymentState } from '../../paymentState.ts'
import { changeState } from '../../server/changeState.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { putEndingOff } from './putEndingOff.ts'
import { settle, settleTold } from '../../server/settle/settle.ts'
import { heldAttempt } from '../../server/attempt/attempts.ts'
import { lockPayment, type Payment, paymentById } from '../../server/store.ts'

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
  db: Tx,
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
  await changeState(db, payment, 'capturing', { actor, now, change })
  return true
}

/**
 * Asks the acquirer for what `recordEnding` recorded, and settles what it says; nothing when it has been done.
 * Two at once ask for the same and are told the same. `isFirst`: the caller has recorded it just now, so that no other call
 * can be on its way.
 */
export async function finishEnding(
  deps: PaymentDeps,
  paymentId: number,
  { actor, isFirst }: { actor: string; isFirst: boolean },
): Promise<PaymentState> {
  const payment = await paymentById(deps.db, paymentId)
  const attempt = await heldAttempt(deps.db, paymentId)
  const asked = payment.state === 'capturing' || payment.state === 'unknown'
  if (!asked || payment.take_cents === null || !attempt || attempt.reference === null) return payment.state
  const acquirer = acquirerNamed(deps.acquirers, attempt.acquirer)
  const { reference } = attempt
  const outcome = await (payment.take_cents > 0
    ? acquirer.capture({
        id: `C${attempt.id}A${payment.take_cents}`,
        reference,
        amountCents: payment.take_cents,
      })
    : acquirer.void({ id: `V${attempt.id}`, reference }))
  switch (outcome.outcome) {
    case 'pending':
    case 'later':
      await putEndingOff(deps, attempt.id, { ...outcome, actor })
      break
    case 'refused':
      // A no says nothing of the hold: it may still stand, or have lapsed; and nothing of an earlier call without an answer.
      await settleTold(deps, attempt.id, await acquirer.findByReference(reference), {
        actor,
        news: null,
        isRefused: isFirst,
      })
      break
    case 'approved':
    case 'unknown':
      await settle(deps, attempt.id, outcome, actor)
  }
  return (await paymentById(deps.db, paymentId)).state
}

/** The janitor asks again for an ending that the acquirer refused or never answered. */
export async function askEndingAgain(deps: PaymentDeps, paymentId: number): Promise<void> {
  const isFirst = await transaction(deps.db, async (db) => {
    const now = deps.clock.now()
    const payment = await lockPayment(db, paymentId)
    if (payment.take_cents === null) return false
    const isFree = can('endHold', payment.state)
    if (!(await releaseUnowed(db, deps, payment, { actor: 'janitor', now })) && isFree) {
      const change = { deadline_at: plus(now, callMs(deps.timing)) }
      await changeState(db, payment, 'capturing', { actor: 'janitor', now, change })
    }
    return isFree
  })
  await finishEnding(deps, paymentId, { actor: 'janitor', isFirst })
}

/**
 * What was to be taken of a hold, and is not owed any more because the stay was paid in another way, is not taken: the hold is to
 * be released, and what was taken unheard goes back with it. False where it is owed, or a call may be under way. In the
 * caller's transaction, with the payment locked; `finishEnding` follows it.
 */
export async function releaseUnowed(
  db: Tx,
  deps: Pick<PaymentDeps, 'timing' | 'subject'>,
  payment: Payment,
  { actor, now }: { actor: string; now: Date },
): Promise<boolean> {
  if (!payment.take_cents || !isToBeAsked(payment, now)) return false
  if (await deps.subject.stillOwes(db, payment, now)) return false
  const change = {
    take_cents: 0,
    breakdown: JSON.stringify([]),
    deadline_at: plus(now, callMs(deps.timing)),
  }
  await changeState(db, payment, 'capturing', { actor, now, change })
  return true
}

/** Put off, or asked for longer ago than a call takes. */
function isToBeAsked({ state, deadline_at: deadlineAt }: Payment, now: Date): boolean {
  if (can('endHold', state)) return true
  return (state === 'capturing' || state === 'unknown') && deadlineAt !== null && deadlineAt <= now
}
