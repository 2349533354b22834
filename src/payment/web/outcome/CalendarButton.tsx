import { Button } from '#kit/web/Button.tsx'
import { serverTime } from '#kit/web/time/serverClock.ts'
import {
  calendarName,
  calendarType,
  reminderFile,
  type RemindedPayment,
  type Reminder,
} from '../../local/reminderFile.ts'
import type { WireTransaction } from '../../contract.ts'

type Props = { payment: RemindedPayment; to: Reminder['to']; until: string }

/** Builds the file on this device, so that it needs no connection. */
export function CalendarButton({ payment, to, until }: Props) {
  const download = () => {
    const at = { host: location.host, now: new Date(serverTime()) }
    const file = reminderFile(payment, { to, until: new Date(until) }, at)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([file], { type: calendarType }))
    link.download = calendarName
    link.click()
    // The browser reads it after the click.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  }
  return (
    <Button variant="quiet" icon="clock" onClick={download}>
      Pôr na agenda
    </Button>
  )
}

/** Null for a payment without a deadline. */
export function remindedPayment({ calendar, time_zone: timeZone }: WireTransaction): RemindedPayment | null {
  if (!calendar) return null
  const { id, from, lot: lotName } = calendar
  return { id, from: new Date(from), lotName, timeZone }
}
