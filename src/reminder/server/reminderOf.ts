import { addMs, hourMs, minuteMs } from '#kit/clock.ts'
import { Fail } from '#kit/fail.ts'
import { isPaidOrHeld, type PaymentState } from '#payment/paymentState.ts'
import type { Reminder } from '#payment/server/payable.ts'
import type { Payment } from '#payment/server/store.ts'
import type { ReminderDeps } from './deps.ts'

const leadMs = { leave: 5 * minuteMs, arrive: hourMs } as const satisfies Record<Reminder['to'], number>

/** A later reminder helps nobody. */
const minLeadMs = minuteMs

/** `at`: when the device is reminded; past where less is left. `before`: no reminder is sent from then on. */
export type DueReminder = Reminder & { readonly at: Date; readonly before: Date }

/** Null without a deadline to come; `over` once the car has left or the money went back. */
export async function reminderOf(
  { db, subject }: Pick<ReminderDeps, 'db' | 'subject'>,
  payment: Payment,
  now: Date,
): Promise<DueReminder | 'over' | null> {
  const { state } = payment
  if (isWithoutDeadline(state)) return 'over'
  // While an exit is confirmed its hold is captured or released; released it leaves a free exit.
  if (!isPaidOrHeld(state) && state !== 'voided') return null
  try {
    const found = await subject.readReminder(db, payment, now)
    if (found === null) return null
    const { to, until } = found
    return { to, until, at: addMs(until, -leadMs[to]), before: addMs(until, -minLeadMs) }
  } catch (error) {
    if (error instanceof Fail && error.failName === 'ticket_exited') return 'over'
    throw error
  }
}

function isWithoutDeadline(state: PaymentState): boolean {
  return state === 'refunding' || state === 'refunded' || state === 'cancelled' || state === 'expired'
}

/** A row outlives its deadline by an hour. */
export function expiryOf({ until }: Pick<Reminder, 'until'>): Date {
  return addMs(until, hourMs)
}
