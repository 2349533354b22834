import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortKey } from '#test/support/secondAcquirer.ts'
import { cieloAcquirer } from './server/cielo/cielo.ts'
import { cieloPixAcquirer } from './server/cielo/pix/cieloPix.ts'
import { bacenAcquirer } from './server/pix/bacen.ts'
import { pixSettingsFor } from '#simulators/pix/pixTestBed.ts'
import { stoppedClock, testMerchant } from '#simulators/cielo/testBed.ts'

const merchant = {
  ...testMerchant,
  transactionUrl: '',
  queryUrl: '',
  softDescriptor: 'X',
  timeoutMs: 1,
  clock: stoppedClock('2026-03-10T15:00:00.000Z'),
}
const cielo = cieloAcquirer(merchant)
const cieloPix = cieloPixAcquirer(merchant, 900)
const bacen = bacenAcquirer(pixSettingsFor('http://127.0.0.1:1'))
const rules = [
  { name: 'Cielo', keyOf: cielo.orderKey, length: 50 },
  { name: 'Pix at Cielo', keyOf: cieloPix.orderKey, length: 50 },
  { name: 'a bank', keyOf: bacen.orderKey, length: 35 },
  { name: 'an acquirer with short keys', keyOf: shortKey, length: 16 },
]
const attempts = fc.uniqueArray(
  fc.record({
    paymentId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    token: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 }),
    n: fc.integer({ min: 1, max: 99 }),
  }),
  { selector: ({ paymentId }) => paymentId, minLength: 1 },
)

test.each(rules)('the keys of $name are letters and digits within $length', ({ keyOf, length }) => {
  fc.assert(
    fc.property(attempts, (some) => {
      for (const attempt of some) expect(keyOf(attempt)).toMatch(new RegExp(`^[0-9A-Za-z]{1,${length}}$`))
    }),
  )
})

test.each(rules)('no two attempts have the same key at $name', ({ keyOf }) => {
  fc.assert(
    fc.property(attempts, fc.integer({ min: 1, max: 99 }), (some, n) => {
      const others = some.filter((attempt) => attempt.n !== n).map((attempt) => ({ ...attempt, n }))
      const tokens = new Set(some.map(({ token }) => token))
      fc.pre(tokens.size === some.length)
      const keys = [...some, ...others].map(keyOf)
      expect(new Set(keys).size).toBe(keys.length)
    }),
  )
})

test('Cielo’s keys have the format of stored rows', () => {
  expect(cielo.orderKey({ paymentId: 7, token: 'ab'.repeat(16), n: 3 })).toBe(`${'ab'.repeat(16)}A3`)
})

test.each([
  { name: 'a bank, where it stands in the QR code,', keyOf: bacen.orderKey },
  { name: 'Cielo, whose payer’s bank may show it,', keyOf: cieloPix.orderKey },
])('the key of a Pix at $name is a valid txid and does not contain the token', ({ keyOf }) => {
  fc.assert(
    fc.property(attempts, (some) => {
      for (const attempt of some) {
        const key = keyOf(attempt)
        expect(key).toMatch(/^[0-9A-Za-z]{26,35}$/)
        expect(key).not.toContain(attempt.token.slice(0, 8))
      }
    }),
  )
})
