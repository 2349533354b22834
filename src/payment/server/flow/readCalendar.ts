import { minuteMs } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { type CalendarEvent, calendarFile } from './calendarFile.ts'
import { createDateFormat } from '#kit/text/formats.ts'
import { isPaidOrHeld } from '../../paymentState.ts'
import { formatProtocol } from '../../texts.ts'
import { type Bearer, getPaymentOfBearer } from '../bearer.ts'
import type { PaymentDeps } from '../deps.ts'
import type { Reminder } from '../payable.ts'
import type { Payment } from '../store.ts'

export const calendarType = 'text/calendar; charset=utf-8'
export const calendarName = 'prazo.ics'

/** Throws `not_found`, `ticket_exited`, `nothing_to_remind`. */
export async function readCalendar(deps: PaymentDeps, by: Bearer): Promise<string> {
  const now = deps.clock.now()
  const payment = await getPaymentOfBearer(deps.db, by)
  const reminder = await deps.subject.readReminder(deps.db, payment, now)
  if (reminder === null || !isPaidOrHeld(payment.state)) throw fail('nothing_to_remind')
  const { lotName } = await deps.subject.receiptFacts(deps.db, payment)
  return buildCalendar(payment, reminder, { lotName, publicUrl: deps.publicUrl, now })
}

const reminderTexts = {
  leave: { text: 'Sair até', remindBefore: 'PT5M' },
  arrive: { text: 'Chegar até', remindBefore: 'PT1H' },
} as const satisfies Record<Reminder['to'], Pick<CalendarEvent, 'remindBefore'> & { text: string }>

const clockText = createDateFormat('pt-BR', { timeStyle: 'short' })

/** docs/spec.md#calendar-file */
export function buildCalendar(
  payment: Pick<Payment, 'id' | 'segment_n' | 'time_zone' | 'created_at' | 'paid_at'>,
  { to, until }: Reminder,
  { lotName, publicUrl, now }: { lotName: string; publicUrl: string; now: Date },
): string {
  const { text, remindBefore } = reminderTexts[to]
  return calendarFile({
    uid: `${formatProtocol(payment)}-${payment.segment_n}@${new URL(publicUrl).host}`,
    // An arrival never changes. The exit replaces it, with a number that grows with the exit deadline.
    sequence: to === 'arrive' ? 0 : Math.floor(until.getTime() / minuteMs),
    summary: `${text} ${clockText(until, payment.time_zone)} - ${lotName}`,
    from: payment.paid_at ?? payment.created_at,
    until,
    remindBefore,
    now,
  })
}
