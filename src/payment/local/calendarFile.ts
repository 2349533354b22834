/** Instants in UTC, cut to whole seconds. */
export type CalendarEvent = {
  readonly uid: string
  /** Calendars keep the highest. */
  readonly sequence: number
  readonly summary: string
  readonly from: Date
  readonly until: Date
  /** The time before `until`. */
  readonly remindBefore: `PT${number}${'H' | 'M'}`
  readonly now: Date
}

/** RFC 5545 asks for CRLF and lines folded at 75 octets. */
export function calendarFile(event: CalendarEvent): string {
  const summary = `SUMMARY:${escapeText(event.summary)}`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Guiche//Guiche//PT',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(event.now)}`,
    `DTSTART:${utc(event.from)}`,
    `DTEND:${utc(event.until)}`,
    summary,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    summary.replace('SUMMARY', 'DESCRIPTION'),
    `TRIGGER;RELATED=END:-${event.remindBefore}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

function utc(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d+/g, '')
}

function escapeText(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').replace(/[\\;,]/g, '\\$&')
}

const lineOctets = 75

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}

/** The blank at the start of each further line counts. */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = utf8Length(character.codePointAt(0) ?? 0)
    if (octets + size > lineOctets) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
