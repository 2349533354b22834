import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { encryptMessage } from './encrypt.ts'
import { parsePushKey, vapidHeader } from './pushKey.ts'

/** The example of RFC 8291. */
const rfc8291 = {
  message: 'When I grow up, I want to be a watermelon',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

it('a message is encrypted as RFC 8291 shows it', () => {
  const [privateKey, salt] = [rfc8291.privateKey, rfc8291.salt].map((text) => Buffer.from(text, 'base64url'))
  if (!privateKey || !salt) throw new Error('no secrets')
  expect(encryptMessage(rfc8291, rfc8291.message, { privateKey, salt }).toString('base64url')).toBe(
    rfc8291.body,
  )
  const other = encryptMessage(rfc8291, rfc8291.message)
  expect(other).toHaveLength(Buffer.from(rfc8291.body, 'base64url').length)
  expect(other.toString('base64url').slice(0, 22)).not.toBe(rfc8291.salt)
})

/** The example of RFC 8292. */
const rfc8292 = {
  claims:
    'eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0',
  header: 'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9',
  signature: 'i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA',
  key: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
}

function isSigned(text: string, signature: string, publicKey: string): boolean {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const bytes = Buffer.from(signature, 'base64url')
  return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, bytes)
}

it('the portal names itself as RFC 8292 shows it', () => {
  expect(isSigned(`${rfc8292.header}.${rfc8292.claims}`, rfc8292.signature, rfc8292.key)).toBe(true)
  const key = parsePushKey(rfc8291.privateKey)
  const now = new Date((1_453_523_768 - 12 * 3_600) * 1000)
  const asked = { origin: 'https://push.example.net', contact: 'mailto:push@example.com', now }
  const [, header, claims, signature = '', k = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(vapidHeader(key, asked)) ?? []
  expect([header, claims, k]).toEqual([rfc8292.header, rfc8292.claims, rfc8291.publicKey])
  expect(isSigned(`${header}.${claims}`, signature, k)).toBe(true)
})

describe('PUSH_KEYS', () => {
  it('has a public key that browsers take', () => {
    expect(parsePushKey(rfc8291.privateKey).publicKey).toBe(rfc8291.publicKey)
  })

  it.each([
    ['nothing', ''],
    ['too few bytes', rfc8291.privateKey.slice(1)],
    ['too many bytes', `${rfc8291.privateKey}A`],
    ['another alphabet', rfc8291.privateKey.replace('-', '+')],
    ['a hexadecimal key', '07'.repeat(32)],
    ['zero', 'A'.repeat(43)],
    ['a number above the order of the curve', '_'.repeat(42) + '8'],
    ['two keys', `${rfc8291.privateKey},${rfc8291.privateKey}`],
  ])('of %s stops the start with a sentence', (_, text) => {
    expect(() => parsePushKey(text)).toThrow(
      'PUSH_KEYS: the key is 32 bytes of a P-256 private key in base64url, 43 characters',
    )
  })
})
