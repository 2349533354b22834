import { expect, it } from 'vitest'
import { matchTypedCity } from './addressForm.ts'

const list = [
  "Santa Bárbara d'Oeste - SP",
  'Campinas - SP',
  'Santa Maria - RS',
  'Santa Maria - RN',
  'Santa Maria da Boa Vista - PE',
  'Curitiba - PR',
  'Mogi Mirim - SP',
].map((text, at) => ({ id: String(at), text }))
const meant = (typed: string, near = false) => matchTypedCity(list, typed, near)?.text

it('a unique city name matches in any spelling', () => {
  expect(['curitiba', ' CURITIBA ', 'Curitiba - PR', 'curitiba/pr'].map((typed) => meant(typed))).toEqual(
    Array(4).fill('Curitiba - PR'),
  )
})

it.each([
  "santa bárbara d'oeste",
  'Santa Barbara d’Oeste',
  'SANTA BARBARA D OESTE',
  'Santa Bárbara doeste',
  "Santa Bárbara d'Oeste (SP)",
  'Santa Bárbara d´Oeste – SP',
  'santa barbara d\u200b’oeste/sp',
  'Santa Bárbara d’Oeste, SP, Brasil',
])('%s is one city', (typed) => {
  expect(meant(typed)).toBe("Santa Bárbara d'Oeste - SP")
})

it('another state is another city', () => {
  expect([meant('Campinas (SP)'), meant('Campinas (RJ)')]).toEqual(['Campinas - SP', undefined])
})

it('an ambiguous name is resolved by the CEP only', () => {
  expect(meant('santa maria')).toBeUndefined()
  expect(meant('santa maria', true)).toBe('Santa Maria - RS')
  expect(meant('santa maria rn')).toBe('Santa Maria - RN')
})

it('a partial name does not match', () => {
  expect([meant('curiti', true), meant('', true)]).toEqual([undefined, undefined])
})

it.each(['Moji Mirim', 'moji-mirim/SP'])('%s is Mogi Mirim', (typed) => {
  expect(meant(typed)).toBe('Mogi Mirim - SP')
})
