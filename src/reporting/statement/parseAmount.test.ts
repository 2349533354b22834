import fc from 'fast-check'
import { expect, it } from 'vitest'
import { humanMoney } from '#kit/money.ts'
import { parseAmount } from './parseAmount.ts'

const cents = fc.integer({ min: 1, max: 9_999_999_999 })

/** Digits as programs write them: grouped or not, comma or point, more or fewer decimals. */
const digits: Readonly<Record<string, (amount: number) => string>> = {
  brazilian: humanMoney,
  'Brazilian without groups': (amount) => humanMoney(amount).replaceAll('.', ''),
  'groups by blanks': (amount) => humanMoney(amount).replaceAll('.', '\u00a0'),
  English: (amount) => humanMoney(amount).replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.')),
  programs: (amount) => (amount / 100).toFixed(2),
  'a database’s decimals': (amount) => (amount / 100).toFixed(2) + '00',
  'a number without trailing zeros': (amount) => String(amount / 100),
  'the same with a comma': (amount) => String(amount / 100).replace('.', ','),
  'a spreadsheet’s, below one real': (amount) => humanMoney(amount).replace(/^0,/, ','),
}
const currencies: Readonly<Record<string, (text: string) => string>> = {
  none: (text) => text,
  R$: (text) => `R$ ${text}`,
  'r$ close': (text) => `r$${text}`,
  BRL: (text) => `BRL ${text}`,
  'BRL behind': (text) => `${text} BRL`,
  reais: (text) => `${text} reais`,
}
const plus: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `+${text}`,
  (text) => `+ ${text}`,
  (text) => `${text} C`,
]
const minus: readonly ((text: string) => string)[] = [
  ...[...'-\u2010\u2011\u2012\u2013\u2014\u2212\uff0d'].flatMap((sign) => [
    (text: string) => `${sign}${text}`,
    (text: string) => `${sign} ${text}`,
    (text: string) => `${text}${sign}`,
  ]),
  (text) => `(${text})`,
  (text) => `( ${text} )`,
  (text) => `${text} D`,
]

it('is read in every form', () => {
  const form = fc.record({
    amount: cents,
    write: fc.constantFrom(...Object.values(digits)),
    name: fc.constantFrom(...Object.values(currencies)),
    sign: fc.constantFrom(
      ...plus.map((sign) => ({ sign, isNegative: false })),
      ...minus.map((sign) => ({ sign, isNegative: true })),
    ),
    isOutside: fc.boolean(),
  })
  fc.assert(
    fc.property(form, ({ amount, write, name, sign: { sign, isNegative }, isOutside }) => {
      const text = isOutside ? sign(name(write(amount))) : name(sign(write(amount)))
      expect([text, parseAmount(text)]).toEqual([text, isNegative ? -amount : amount])
    }),
    { numRuns: 2_000 },
  )
})

it.each([
  ['1.234.567', 123_456_700],
  ['1,234,567', 123_456_700],
  ['R$ 1.234', 123_400],
  ['0', 0],
  ['-0,00', 0],
  ['1 234,5', 123_450],
  ['5,00 (D)', -500],
  ['D 5,00', -500],
  ['5,00 débito', -500],
  ['R$ 5,00 Crédito', 500],
  ['\u200e５，００', 500],
])('%s is %i centavos', (text, amount) => expect(parseAmount(text)).toBe(amount))

it.each([
  '',
  '1,234',
  '1.234',
  '12.500',
  '1.2.3',
  '1.23,4.5',
  'R$',
  '12,5x',
  '1e3',
  '--1',
  '-1-',
  '(1',
  '1,2,3',
  '-(5,00)',
  'US$ 5,00',
  '5%',
])('%j is refused', (text) => expect(parseAmount(text)).toBeNull())
