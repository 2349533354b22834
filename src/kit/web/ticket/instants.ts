import { instantFormat } from '../../text/formats.ts'

const clock = instantFormat('pt-BR', { hour: '2-digit', minute: '2-digit' })
const day = instantFormat('pt-BR', { day: '2-digit', month: '2-digit', year: 'numeric' })

/** An instant for people, in the lot's own time zone; what is no instant as it is. */
function shown(iso: string, text: (at: Date) => string): string {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? iso : text(at)
}

/** '14:35'. */
export function timeText(iso: string, timeZone?: string): string {
  return shown(iso, (at) => clock(at, timeZone))
}

/** '21/11/2026 14:35'. */
export function dateTimeText(iso: string, timeZone?: string): string {
  return shown(iso, (at) => `${day(at, timeZone)} ${clock(at, timeZone)}`)
}
