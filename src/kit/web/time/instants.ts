/** Instants for people, in the lot's own time zone. */
function format(iso: string, options: Intl.DateTimeFormatOptions, timeZone: string | undefined): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  return new Intl.DateTimeFormat('pt-BR', {
    ...options,
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(at)
}

/** '14:35'. */
export function timeText(iso: string, timeZone?: string): string {
  return format(iso, { hour: '2-digit', minute: '2-digit' }, timeZone)
}

/** '21/11/2026 14:35'. */
export function dateTimeText(iso: string, timeZone?: string): string {
  const day = format(iso, { day: '2-digit', month: '2-digit', year: 'numeric' }, timeZone)
  return day === iso ? iso : `${day} ${timeText(iso, timeZone)}`
}
