import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import * as z from 'zod/mini'
import { anyCalendar, tariffK, tariffL } from '#test/support/garage/calendarTariffs.ts'
import { tariffRules } from '../tariff.ts'
import { rateLines, tariffEntry, toTariffEntry, toTariffRules } from '../tariffEntry.ts'
import { daysText } from './rowTexts.ts'
import type { DayClass } from './dayClass.ts'

const entryK = toTariffEntry('K', tariffK)
if (entryK.kind !== 'calendar') throw new Error('K is a calendar')
const [holiday, workday, night, other] = entryK.rows
if (!holiday || !workday || !night || !other) throw new Error('K has four rows')

const ownDay = { day: '2026-11-24', class: 'holiday', name: 'Dia da cidade' }
const problems = (change: object) =>
  z.safeParse(tariffEntry, { ...entryK, ...change }).error?.issues.map(({ path, message }) => ({
    at: path.join('.'),
    message,
  }))

describe('an entered calendar', () => {
  it('converts back to the same rules', () => {
    const ordered = anyCalendar.map((rules) => ({
      ...rules,
      days: [...rules.days].sort((a, b) => (a.day < b.day ? -1 : 1)),
    }))
    fc.assert(
      fc.property(ordered, (stored) => {
        expect(toTariffRules(toTariffEntry('Tarifa', stored))).toEqual(stored)
        expect(z.parse(tariffRules, stored)).toEqual(stored)
      }),
    )
  })

  test.each([
    ['K', tariffK],
    ['L', tariffL],
  ])('%s is accepted', (_, stored) => {
    expect(tariffEntry.safeParse(toTariffEntry('Tarifa', stored)).success).toBe(true)
  })

  test.each<[string, object, string, string]>([
    ['no row', { rows: [] }, 'rows', 'Falta uma linha para os demais horários.'],
    [
      '21 rows',
      { rows: Array.from({ length: 21 }, (_, i) => ({ ...other, name: `L${i}` })) },
      'rows',
      'No máximo 20 linhas.',
    ],
    [
      'a row without a day',
      { rows: [{ ...holiday, days: [] }, other] },
      'rows.0.days',
      'Escolha ao menos um dia.',
    ],
    [
      'empty hours',
      { rows: [{ ...workday, to: '07:00' }, other] },
      'rows.0.to',
      'O fim precisa ser diferente do começo.',
    ],
    [
      'two rows of one name',
      { rows: [{ ...workday, name: 'Demais' }, other] },
      'rows.1.name',
      'Já há uma linha com este nome.',
    ],
    [
      'a cap in one row only',
      { rows: [workday, { ...other, cap_value: null }] },
      'rows.1.cap_value',
      'Informe o máximo por 24 h em todas as linhas ou em nenhuma.',
    ],
    [
      'a cap below the first block',
      { rows: [{ ...other, cap_value: 11.99 }] },
      'rows.0.cap_value',
      'Não pode ser menor que o valor dos primeiros minutos.',
    ],
    ['an own day twice', { days: [ownDay, ownDay] }, 'days.1.day', 'Este dia já está na lista.'],
    ['a date that is none', { days: [{ ...ownDay, day: '2026-02-30' }] }, 'days.0.day', 'Data inválida.'],
    [
      'a step of 1,441 minutes',
      { rows: [{ ...other, step_minutes: 1441 }] },
      'rows.0.step_minutes',
      'No máximo 1440.',
    ],
  ])('%s is refused', (_, change, at, message) => {
    expect(problems(change)).toEqual([{ at, message }])
  })
})

describe('hours that no row has', () => {
  const week: DayClass[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
  const whole = { ...other, days: week }
  test.each<[string, object, boolean]>([
    ['every weekday, and no row names a holiday', { rows: [whole] }, true],
    ['Sundays are missing', { rows: [{ ...whole, days: week.slice(0, 6) }] }, false],
    [
      'a row names holidays, but only by day',
      { rows: [{ ...holiday, from: '08:00', to: '20:00' }, whole] },
      false,
    ],
    [
      'the morning after a holiday',
      {
        rows: [
          { ...holiday, from: '06:00', to: '22:00' },
          { ...night, days: ['holiday'], from: '22:00', to: '06:00' },
          { ...workday, days: week, from: '06:00', to: '22:00' },
          { ...night, name: 'Noites', days: week, from: '22:00', to: '06:00' },
        ],
      },
      true,
    ],
    ['the last minutes of a day', { rows: [{ ...whole, from: '00:00', to: '23:30' }] }, false],
    ['an own day that no row names', { rows: [whole], days: [ownDay] }, false],
    ['an own day as a weekday', { rows: [whole], days: [{ ...ownDay, class: 'sun' }] }, true],
    [
      'nights of Friday alone, and an own Friday before a Wednesday',
      {
        rows: [
          { ...night, days: ['fri'], from: '22:00', to: '06:00' },
          { ...whole, from: '06:00', to: '22:00' },
          { ...night, name: 'Outras', days: week.filter((day) => day !== 'fri'), from: '22:00', to: '06:00' },
        ],
        days: [{ ...ownDay, class: 'fri' }],
      },
      true,
    ],
  ])('%s', (_, change, isCovered) => {
    const missing = { at: 'rows', message: 'Falta uma linha para os demais horários.' }
    expect(problems(change)).toEqual(isCovered ? undefined : [missing])
  })
})

test('the rate has a line for each row', () => {
  expect(rateLines(tariffK)).toEqual(
    [
      { label: 'Livre na entrada', value: '15 min' },
      {
        label: 'Feriado (feriados)',
        value: 'R$ 20,00 as primeiras 12 h, mais R$ 2,00 a cada 1 h, no máximo R$ 30,00 em 24 h',
      },
      {
        label: 'Dia útil (seg a sex, 07:00 às 19:00)',
        value: 'R$ 10,00 a primeira hora, mais R$ 4,00 a cada 30 min, no máximo R$ 60,00 em 24 h',
      },
      {
        label: 'Noite (todos os dias, 19:00 às 07:00)',
        value: 'R$ 8,00 a primeira hora, mais R$ 3,00 a cada 1 h, no máximo R$ 60,00 em 24 h',
      },
      {
        label: 'Demais (todos os dias)',
        value: 'R$ 12,00 as primeiras 2 h, mais R$ 5,00 a cada 1 h, no máximo R$ 40,00 em 24 h',
      },
    ].map(({ label, value }) => ({ label, value: value.replaceAll('R$ ', 'R$\u00a0') })),
  )
})

test.each<[DayClass[], string]>([
  [['mon', 'tue', 'wed', 'thu', 'fri'], 'seg a sex'],
  [['sat', 'sun'], 'sáb e dom'],
  [['mon', 'wed', 'fri', 'holiday'], 'seg, qua, sex e feriados'],
  [['mon', 'tue', 'wed', 'sat', 'sun', 'holiday'], 'seg a qua, sáb, dom e feriados'],
  [['holiday'], 'feriados'],
])('%j reads %s', (days, text) => {
  expect(daysText(days)).toBe(text)
})
