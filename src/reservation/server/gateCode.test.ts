import { describe, expect, it } from 'vitest'
import { gateCode, readGateCode } from './gateCode.ts'

const key = Buffer.alloc(32, 1)
const token = '0123456789abcdef0123456789abcdef'

describe('the content of a QR code', () => {
  it('is read with our signature, with or without blanks around it', () => {
    expect(readGateCode(key, gateCode(key, token))).toBe(token)
    expect(readGateCode(key, ` ${gateCode(key, token)}\n`)).toBe(token)
  })

  it.each([
    ['another key', gateCode(Buffer.alloc(32, 2), token)],
    ['another number', gateCode(key, token).replace('0123', '1123')],
    ['no signature', `GQ1.${token}`],
    ['more parts', `${gateCode(key, token)}.x`],
    ['another version', gateCode(key, token).replace('GQ1', 'GQ2')],
    ['nothing', ''],
    ['a ticket', '0001234567890'],
  ])('%s is not', (_, text) => {
    expect(readGateCode(key, text)).toBeNull()
  })
})
