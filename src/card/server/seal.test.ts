import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readCardKeys, parseCardKeys } from '#kit/server/sealKeys.ts'
import { openSealed, seal } from '#kit/server/seal.ts'

const dir = mkdtempSync(join(tmpdir(), 'guiche-card-'))
afterAll(() => rmSync(dir, { recursive: true }))

const [old, fresh] = ['0a'.repeat(32), '0b'.repeat(32)]

it('an encrypted text decrypts, and reveals nothing', () => {
  const keys = parseCardKeys(old)
  const sealed = seal(keys, 'card 1', 'd37b-token')
  expect(sealed.text).not.toContain('d37b')
  expect(openSealed(keys, 'card 1', sealed)).toBe('d37b-token')
  expect(seal(keys, 'card 1', 'd37b-token').text).not.toBe(sealed.text)
})

it('old keys still decrypt; the newest encrypts', () => {
  const sealed = seal(parseCardKeys(old), 'card 1', 'd37b-token')
  const both = parseCardKeys(`${fresh}, ${old}`)
  expect(openSealed(both, 'card 1', sealed)).toBe('d37b-token')
  expect(seal(both, 'card 1', 'x').keyId).toBe(parseCardKeys(fresh)[0].id)
  expect(() => openSealed(parseCardKeys(fresh), 'card 1', sealed)).toThrow(/put it back into CARD_KEYS/)
})

it('a text encrypted for one card does not decrypt as another’s, nor with a changed bit', () => {
  const keys = parseCardKeys(old)
  const sealed = seal(keys, 'card 1', 'd37b-token')
  expect(() => openSealed(keys, 'card 2', sealed)).toThrow(/authenticate/)
  const bytes = Buffer.from(sealed.text, 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  expect(() => openSealed(keys, 'card 1', { ...sealed, text: bytes.toString('base64url') })).toThrow(
    /authenticate/,
  )
})

it.each(['', 'abc', `${'0a'.repeat(32)},xyz`])('the keys %j are refused', (text) => {
  expect(() => parseCardKeys(text)).toThrow(/CARD_KEYS/)
})

it('a key is made at the first start, for the owner only, and is the same at the second', () => {
  const [made] = readCardKeys(dir)
  expect(readCardKeys(dir)[0].id).toBe(made.id)
  expect(statSync(join(dir, 'card.keys')).mode & 0o077).toBe(0)
})

it.each(['', '0a0a', `${'0a'.repeat(32)}\n0b`])('a file with %j for keys stops the start', (damaged) => {
  writeFileSync(join(dir, 'card.keys'), damaged)
  expect(() => readCardKeys(dir)).toThrow(/card\.keys is empty or damaged: .*saved cards cannot be charged/)
})
