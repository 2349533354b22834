import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CalendarEvent, calendarFile } from './calendarFile.ts'
import { readCalendarFile } from '#test/support/reporting/readCalendarFile.ts'

const event: CalendarEvent = {
  uid: 'P00000042-1@guiche.example',
  sequence: 29_928_405,
  summary: 'Sair até 14:45 - Garagem Centro',
  from: new Date('2026-11-26T14:30:00.900Z'),
  until: new Date('2026-11-26T14:45:00Z'),
  remindBefore: 'PT5M',
  now: new Date('2026-11-26T14:30:02Z'),
}

it('writes an event whose reminder rings before its end', () => {
  expect(calendarFile(event).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Guiche//Guiche//PT',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:P00000042-1@guiche.example',
    'SEQUENCE:29928405',
    'DTSTAMP:20261126T143002Z',
    'DTSTART:20261126T143000Z',
    'DTEND:20261126T144500Z',
    'SUMMARY:Sair até 14:45 - Garagem Centro',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Sair até 14:45 - Garagem Centro',
    'TRIGGER;RELATED=END:-PT5M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

it('any summary is read back by a strict parser, which refuses lines over 75 octets', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (summary) => {
      const read = readCalendarFile(new TextEncoder().encode(calendarFile({ ...event, summary })))
      const said = summary.toWellFormed().replace(/\p{Cc}+/gu, ' ')
      expect(read.get('VEVENT.SUMMARY')).toBe(said)
      expect(read.get('VALARM.DESCRIPTION')).toBe(said)
    }),
    { numRuns: 300 },
  )
})
