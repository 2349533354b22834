import { describe, expect, it } from 'vitest'
import { signGateCode, verifyGateCode } from './gateCode.ts'

const key = Buffer.alloc(32, 1)
const token = '0123456789abcdef0123456789abcdef'

describe('the content of a QR code', () => {
  it('is read with our signature, with or without blanks around it', () => {
    expect(verifyGateCode(key, signGateCode(key, token))).toBe(token)
    expect(verifyGateCode(key, ` ${signGateCode(key, token)}\n`)).toBe(token)
  })

  it.each([
    ['another key', signGateCode(Buffer.alloc(32, 2), token)],
    ['another number', signGateCode(key, token).replace('0123', '1123')],
    ['no signature', `GQ1.${token}`],
    ['more parts', `${signGateCode(key, token)}.x`],
    ['another version', signGateCode(key, token).replace('GQ1', 'GQ2')],
    ['nothing', ''],
    ['a ticket', '0001234567890'],
  ])('%s is not', (_, text) => {
    expect(verifyGateCode(key, text)).toBeNull()
  })
})
