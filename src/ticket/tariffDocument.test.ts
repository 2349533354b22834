// The tariffs of docs/tariff.md are parsed, and each row of its example tables is a test.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { minuteMs, addMs } from '#kit/clock.ts'
import { exitDeadline, stayAt } from './stay.ts'
import { demoTariffs } from '#simulators/demo/tariffs.ts'
import { tariffK, tariffL } from '#test/support/garage/calendarTariffs.ts'
import { computePrice, tariffRules, type TariffRules } from './tariff.ts'

const text = readFileSync(new URL('../../docs/tariff.md', import.meta.url), 'utf8')
const block = /```json\n(.*?)```/s.exec(text)?.[1] ?? ''
const tariffs = z.record(z.string(), tariffRules).parse(JSON.parse(block))

function tariff(name: string): TariffRules {
  const rules = tariffs[name]
  if (!rules) throw new Error(`docs/tariff.md has no tariff ${name}`)
  return rules
}

/** The cells of the table under a heading, without its two head lines. */
function table(heading: string): string[][] {
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const timeZone = 'America/Sao_Paulo'
const enteredAt = new Date('2026-11-21T12:00:00Z')
const after = (minutes: string) => addMs(enteredAt, Number(minutes) * minuteMs)

test('A, B and D are the demo tariffs', () => {
  expect({ A: tariff('A'), B: tariff('B'), D: tariff('D') }).toEqual(demoTariffs)
})

describe('price after so many minutes', () => {
  const rows = table('Price after so many minutes')
  test('has its rows', () => expect(rows).toHaveLength(25))
  test.each(rows)('%s at minute %s costs %s: %s', (name = '', minutes = '', cents) => {
    const priced = computePrice(tariff(name), { enteredAt, at: after(minutes), timeZone })
    expect(priced.amountCents).toBe(Number(cents))
  })
})

describe('price of a night', () => {
  const rows = table('Price of a night (local time, tariff E)')
  test('has its rows', () => expect(rows).toHaveLength(10))
  test.each(rows)('from %s to %s costs %s: %s', (from = '', to = '', cents) => {
    const entered = new Date(`2026-11-21T${from}:00-03:00`)
    const sameDay = new Date(`2026-11-21T${to}:00-03:00`)
    const at = sameDay < entered ? addMs(sameDay, 24 * 60 * minuteMs) : sameDay
    expect(computePrice(tariff('E'), { enteredAt: entered, at, timeZone }).amountCents).toBe(Number(cents))
  })
})

describe('price by days and hours', () => {
  const rows = table('Price by days and hours (November 2026, São Paulo)')
  const november = (text: string) => new Date(`2026-11-${text.replace(' ', 'T')}:00-03:00`)
  test('has its rows', () => expect(rows).toHaveLength(25))
  test.each(rows)('%s from %s to %s costs %s: %s', (name, from = '', to = '', cents) => {
    const stay = { enteredAt: november(from), at: november(to), timeZone }
    expect(computePrice(name === 'K' ? tariffK : tariffL, stay).amountCents).toBe(Number(cents))
  })
})

describe('exit deadline and difference', () => {
  const rows = table('Exit deadline and difference')
  test('has its rows', () => expect(rows).toHaveLength(12))
  test.each(rows)('%s paid at %s (%s): until %s; at %s %s, owes %s', (name = '', ...cells) => {
    const [paid = '', cents, until = '', at = '', state, owed] = cells
    const rules = tariff(name)
    const [paidAt, paidCents] = [after(paid), Number(cents)]
    const exitDeadlineAt = exitDeadline({ rules, enteredAt, paidAt, timeZone, paidCents })
    expect(exitDeadlineAt).toEqual(after(until))
    const segments = [{ n: 1, amountCents: paidCents, paidAt, exitDeadlineAt }]
    const facts = { enteredAt, exitedAt: null, blockedAt: null, segments }
    const stay = stayAt(facts, { rules, timeZone }, after(at))
    expect([stay.state, stay.dueCents]).toEqual([state, Number(owed)])
  })
})
