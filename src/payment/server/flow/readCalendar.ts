import { fail } from '#kit/fail.ts'
import { reminderFile } from '../../local/reminderFile.ts'
import { isPaidOrHeld } from '../../paymentState.ts'
import { type Bearer, getPaymentOfBearer } from '../bearer.ts'
import type { PaymentDeps } from '../deps.ts'
import type { Reminder } from '../payable.ts'
import { calendarIdOf } from '../../texts.ts'
import type { Payment } from '../store.ts'

/** Throws `not_found`, `ticket_exited`, `nothing_to_remind`. */
export async function readCalendar(deps: PaymentDeps, by: Bearer): Promise<string> {
  const now = deps.clock.now()
  const payment = await getPaymentOfBearer(deps.db, by)
  const reminder = await deps.subject.readReminder(deps.db, payment, now)
  // A released hold leaves a free exit.
  const hasDeadline = isPaidOrHeld(payment.state) || payment.state === 'voided'
  if (reminder === null || !hasDeadline) throw fail('nothing_to_remind')
  const { lotName } = await deps.subject.receiptFacts(deps.db, payment)
  return buildCalendar(payment, reminder, { lotName, publicUrl: deps.publicUrl, now })
}

/** docs/spec.md#calendar-file */
export function buildCalendar(
  payment: Pick<Payment, 'id' | 'segment_n' | 'time_zone' | 'created_at' | 'paid_at'>,
  reminder: Reminder,
  { lotName, publicUrl, now }: { lotName: string; publicUrl: string; now: Date },
): string {
  const { time_zone: timeZone, paid_at, created_at } = payment
  const reminded = { id: calendarIdOf(payment), from: paid_at ?? created_at, lotName, timeZone }
  return reminderFile(reminded, reminder, { host: new URL(publicUrl).host, now })
}
