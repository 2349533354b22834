import { minuteMs } from '#kit/clock.ts'
import { createDateFormat } from '#kit/text/formats.ts'
import { type CalendarEvent, calendarFile } from './calendarFile.ts'

export const calendarType = 'text/calendar; charset=utf-8'
export const calendarName = 'prazo.ics'

export type Reminder = { readonly to: 'leave' | 'arrive'; readonly until: Date }

export type RemindedPayment = {
  /** The protocol and the stay's payment number, 'P00000042-1'. */
  readonly id: string
  readonly from: Date
  readonly lotName: string
  readonly timeZone: string
}

const reminderTexts = {
  leave: { text: 'Sair até', remindBefore: 'PT5M' },
  arrive: { text: 'Chegar até', remindBefore: 'PT1H' },
} as const satisfies Record<Reminder['to'], Pick<CalendarEvent, 'remindBefore'> & { text: string }>

const clockText = createDateFormat('pt-BR', { timeStyle: 'short' })

/** The same file by the server and, without a connection, by the phone (docs/spec.md#calendar-file). */
export function reminderFile(
  { id, from, lotName, timeZone }: RemindedPayment,
  { to, until }: Reminder,
  { host, now }: { host: string; now: Date },
): string {
  const { text, remindBefore } = reminderTexts[to]
  return calendarFile({
    uid: `${id}@${host}`,
    // An arrival never changes. The exit replaces it, with a number that grows with the exit deadline.
    sequence: to === 'arrive' ? 0 : Math.floor(until.getTime() / minuteMs),
    summary: `${text} ${clockText(until, timeZone)} - ${lotName}`,
    from,
    until,
    remindBefore,
    now,
  })
}
