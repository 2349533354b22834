import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findProofText, decodeProof, type Proof, encodeProof } from '../../proof.ts'
import { parseReceiptKeys, signProof, verifyProof } from './receiptKeys.ts'

const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
const other = '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb'
const proof: Proof = {
  protocol: 'P00000042',
  ticketCode: '0001234567890',
  lotId: 1,
  amountCents: 1250,
  paymentType: 1,
  paidAt: new Date('2026-11-26T14:30:00.999Z'),
  exitUntil: new Date('2026-11-26T14:45:00Z'),
}
const text =
  'GR1.kPrK_qmx.WzEsIlAwMDAwMDA0MiIsIjAwMDEyMzQ1Njc4OTAiLDEsMTI1MCwxLDE3OTU3MDM0MDAsMTc5NTcwNDMwMF0.OjdREkl2vmjOCtdqbYLttpQJXmFrswGvit_SYDFRuceqsmGnEK9Itw615BmbyV0nlsN71VpSWN_g6VCHKtP9AQ'
const keys = parseReceiptKeys(seed)

describe('the vector of docs/spec.md#verifiable-receipt', () => {
  it('kid, public key, payload and signature', () => {
    expect(keys.all).toMatchObject([{ kid: 'kPrK_qmx', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }])
    expect(encodeProof(proof)).toBe('[1,"P00000042","0001234567890",1,1250,1,1795703400,1795704300]')
    expect(signProof(keys, 'kPrK_qmx', proof)).toBe(text)
    expect(verifyProof(keys, text)).toEqual({
      proof: { ...proof, paidAt: new Date('2026-11-26T14:30:00Z') },
      isRevoked: false,
    })
  })
})

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ ']

/** The last letter of a signature has writings that decode alike: there every letter is tried, elsewhere each sixth. */
it('no text with one changed letter verifies', () => {
  const changed = [...text].flatMap((letter, at) =>
    letters
      .filter((one, nth) => one !== letter && (at === text.length - 1 || (nth + at) % 6 === 0))
      .map((one) => text.slice(0, at) + one + text.slice(at + 1)),
  )
  expect(changed.length).toBeGreaterThan(2_000)
  expect(changed.filter((one) => verifyProof(keys, one) !== null)).toEqual([])
})

it('100,000 random changes of one letter: none verifies', { tags: 'deep', timeout: 300_000 }, () => {
  const changes = fc.property(
    fc.integer({ min: 1, max: 99_999_999 }),
    fc.nat(),
    fc.constantFrom(...letters),
    (amountCents, place, letter) => {
      const written = signProof(keys, 'kPrK_qmx', { ...proof, amountCents }) ?? ''
      const at = place % written.length
      fc.pre(written[at] !== letter)
      expect(verifyProof(keys, written.slice(0, at) + letter + written.slice(at + 1))).toBeNull()
    },
  )
  fc.assert(changes, { numRuns: 100_000 })
})

it('any proof is read back from its text, which has 210 characters at most', () => {
  const second = fc.integer({ min: 1_500_000_000, max: 4_000_000_000 }).map((at) => new Date(at * 1000))
  const any = fc.record<Proof>({
    protocol: fc.integer({ min: 1, max: 99_999_999 }).map((id) => `P${String(id).padStart(8, '0')}`),
    ticketCode: fc.stringMatching(/^\d{13}$/),
    lotId: fc.integer({ min: 1, max: 9999 }),
    amountCents: fc.integer({ min: 1, max: 99_999_999 }),
    paymentType: fc.constantFrom(1, 2, 3),
    paidAt: second,
    exitUntil: fc.option(second),
  })
  fc.assert(
    fc.property(any, (one) => {
      const written = signProof(keys, 'kPrK_qmx', one) ?? ''
      expect(verifyProof(keys, written)?.proof).toEqual(one)
      expect(written.length).toBeLessThanOrEqual(210)
      expect(findProofText(` https://x.example/r/${written}\n`)).toBe(written)
    }),
  )
})

it.each([
  ...'.),>\u201d*]}!'
    .split('')
    .map((sign) => [`followed by ${sign}`, (of: string) => `${of}${sign}`] as const),
  ['followed by a slash', (of: string) => `${of}/`],
  ['followed by blanks', (of: string) => `${of}  obrigado`],
  ['followed by a zero-width space', (of: string) => `${of}\u200b`],
  ['behind other words', (of: string) => `veja (${of})`],
  ['with a zero-width space inside', (of: string) => `${of.slice(0, 40)}\u200b${of.slice(40)}`],
  ['broken by a mail', (of: string) => `${of.slice(0, 60)}=\r\n${of.slice(60, 120)}\r\n  ${of.slice(120)}`],
  ['twice', (of: string) => of + of],
] as const)('a text %s is that receipt, also in the search', (_, write) => {
  const given = write(text)
  expect(verifyProof(keys, given)).toEqual({ proof: expect.anything(), isRevoked: false })
  expect(findProofText(given)).toBe(text)
  expect(findProofText(`https://x.example/r/${given.replace(/[\r\n]+ */g, '')}`)).toBe(text)
})

it('a retired key verifies, a revoked one is marked, an unknown one does not verify', () => {
  expect(verifyProof(parseReceiptKeys(`${other}, ${seed}`), text)?.isRevoked).toBe(false)
  expect(verifyProof(parseReceiptKeys(`${other},${seed}`, 'kPrK_qmx'), text)?.isRevoked).toBe(true)
  expect(verifyProof(parseReceiptKeys(other), text)).toBeNull()
  expect(signProof(parseReceiptKeys(other), 'kPrK_qmx', proof)).toBeNull()
})

it.each([
  ['short', '', /64 hexadecimal/],
  [seed, 'kPrK_qmx', /first is revoked/],
  [seed, 'kPrK', /8 characters/],
])('keys %s, revoked %s are refused', (hex, revoked, why) => {
  expect(() => parseReceiptKeys(hex, revoked)).toThrow(why)
})

it.each(['', '{}', '[]', '[2,"P","1",1,1,1,1,1]', '[1,"P","1",1,1.5,1,1,1]', '[1,"P","1",1,1,1,1,"1"]'])(
  'a payload %s is no proof',
  (json) => {
    expect(decodeProof(json)).toBeNull()
  },
)
