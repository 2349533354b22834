import { afterEach, expect, it, vi } from 'vitest'
import { isoIn } from '../clock.ts'
import { relativeTimeText, createDateFormat, numberText } from './formats.ts'

const at = new Date('2026-11-21T17:35:09.400Z')
afterEach(() => vi.restoreAllMocks())

it('each time zone has its own formatter', () => {
  const clock = createDateFormat('pt-BR', { hour: '2-digit', minute: '2-digit' })
  const day = createDateFormat('pt-BR', { dateStyle: 'short' })
  for (let round = 0; round < 2; round += 1) {
    expect(clock(at, 'America/Sao_Paulo')).toBe('14:35')
    expect(clock(at, 'America/Rio_Branco')).toBe('12:35')
    expect(day(at, 'America/Sao_Paulo')).toBe('21/11/2026')
    expect(isoIn('America/Sao_Paulo', at)).toBe('2026-11-21T14:35:09-03:00')
    expect(isoIn('America/Noronha', at)).toBe('2026-11-21T15:35:09-02:00')
  }
  expect(() => clock(at, 'America/Nowhere')).toThrow(RangeError)
})

it('numbers and distances', () => {
  expect([numberText(1234567), numberText(1234.5), numberText(1234.5, 2), numberText(0.5, 0)]).toEqual([
    '1.234.567',
    '1.234,5',
    '1.234,50',
    '1',
  ])
  expect([relativeTimeText(-3, 'day'), relativeTimeText(2, 'hour')]).toEqual(['há 3 dias', 'em 2 horas'])
})

it('a thousand texts create one formatter', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const format = createDateFormat('pt-BR', { weekday: 'long' })
  for (let i = 0; i < 1000; i += 1) format(at, 'America/Manaus')
  expect(made).toHaveBeenCalledTimes(1)
})
