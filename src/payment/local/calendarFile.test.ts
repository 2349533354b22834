import fc from 'fast-check'
import ICAL from 'ical.js'
import { sync as nodeIcal } from 'node-ical'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
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

type ReadEvent = { uid: string; summary: string; startMs: number; endMs: number; reminder: string }

function readWithIcalJs(file: string): ReadEvent {
  const component = new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent')
  if (!component) throw new Error('no event')
  const { uid, summary, startDate, endDate } = new ICAL.Event(component)
  const trigger = component.getFirstSubcomponent('valarm')?.getFirstProperty('trigger')
  return {
    uid,
    summary,
    startMs: startDate.toJSDate().getTime(),
    endMs: endDate.toJSDate().getTime(),
    reminder: `${trigger?.getFirstParameter('related')} ${trigger?.getFirstValue()?.toString()}`,
  }
}

function readWithNodeIcal(file: string): ReadEvent {
  const event = Object.values(nodeIcal.parseICS(file)).find((one) => one?.type === 'VEVENT')
  if (event?.type !== 'VEVENT') throw new Error('no event')
  const alarms = z.array(
    z.object({ trigger: z.object({ params: z.object({ RELATED: z.string() }), val: z.string() }) }),
  )
  const [alarm] = z.parse(alarms, event.alarms)
  return {
    uid: event.uid,
    summary: typeof event.summary === 'string' ? event.summary : event.summary.val,
    startMs: event.start.getTime(),
    endMs: event.end?.getTime() ?? NaN,
    reminder: `${alarm?.trigger.params.RELATED} ${alarm?.trigger.val}`,
  }
}

it('ical.js and node-ical read the event that was written', () => {
  const text = fc.string({ unit: fc.constantFrom(...'aÁç😀 .,;:\\"=-5'), minLength: 1, maxLength: 120 })
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 1_000_000 }), (name, minutes) => {
      const summary = `Sair até 14:45 - ${name}.`
      const until = new Date(event.until.getTime() + minutes * 60_000)
      const file = calendarFile({ ...event, summary, until })
      const startMs = Date.parse('2026-11-26T14:30:00Z')
      const expected = { uid: event.uid, summary, startMs, endMs: until.getTime(), reminder: 'END -PT5M' }
      expect(readWithIcalJs(file)).toEqual(expected)
      expect(readWithNodeIcal(file)).toEqual(expected)
    }),
    { numRuns: 100 },
  )
})
