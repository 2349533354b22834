import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sha256 } from './sha256.ts'

it('is the SHA-256 of any ASCII text, at every length around a block boundary', () => {
  const ascii = fc.string({
    unit: fc.integer({ min: 0, max: 127 }).map((c) => String.fromCharCode(c)),
    maxLength: 200,
  })
  const lengths = fc.integer({ min: 50, max: 70 }).map((length) => 'a'.repeat(length))
  fc.assert(
    fc.property(fc.oneof(ascii, lengths), (text) => {
      expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
    }),
  )
})
