import { describe, expect, it } from 'vitest'
import { isStale, judge } from './life.ts'

describe('a check of the session', () => {
  it.each([
    ['no answer says nothing about a login', 7, { kind: 'nothing' }, 'unknown'],
    ['a refusal ends it', 7, { kind: 'refused' }, 'expired'],
    ['a refusal drives no guest away', null, { kind: 'refused' }, 'unknown'],
    ['the same person', 7, { kind: 'user', id: 7 }, 'same'],
    ['nobody any more', 7, { kind: 'user', id: null }, 'gone'],
    ['somebody else', 7, { kind: 'user', id: 8 }, 'other'],
    ['a guest stays one', null, { kind: 'user', id: null }, 'same'],
    ['a guest who signed in elsewhere', null, { kind: 'user', id: 8 }, 'same'],
  ] as const)('%s', (_, stored, heard, verdict) => {
    expect(judge(stored, heard)).toBe(verdict)
  })

  it('is due again only after more than 300 seconds', () => {
    expect(isStale(1_000, 301_000)).toBe(false)
    expect(isStale(1_000, 301_001)).toBe(true)
  })
})
