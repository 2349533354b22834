import { describe, expect, it } from 'vitest'
import {
  checkEveryMs,
  readCheckFailure,
  isCheckDue,
  isFailureShown,
  compareSession,
  decideReaction,
  retryAfterMs,
  type SessionCheck,
} from './sessionCheck.ts'

const failed = (status: number, code = String(status)) =>
  compareSession(7, readCheckFailure({ status, code }))

describe('answers that end a login', () => {
  it.each([400, 401, 419])('status %i ends the login', (status) => {
    expect(failed(status)).toBe('ended')
    // A cookie may name a login of which this page had not check yet.
    expect(compareSession(null, readCheckFailure({ status, code: '' }))).toBe('ended')
  })

  it.each([0, 200, 403, 404, 429, 500, 502, 503])('status %i does not end the login', (status) => {
    expect(failed(status)).toBe('unknown')
  })

  it('an invalid page token does not end the login', () => {
    expect(failed(401, 'api_token')).toBe('unknown')
  })

  it('the check finds the same person, a guest, or another person', () => {
    const check = (id: number | null): SessionCheck => ({ kind: 'user', id })
    expect([7, null, 8].map((id) => compareSession(7, check(id)))).toEqual(['same', 'gone', 'other'])
    expect([null, 8].map((id) => compareSession(null, check(id)))).toEqual(['same', 'same'])
  })
})

it('is checked again only after more than 300 seconds', () => {
  expect(checkEveryMs).toBe(300_000)
  expect([301_000, 301_001].map((now) => isCheckDue(1_000, now))).toEqual([false, true])
})

describe('moving a person to another screen after the login ended', () => {
  const verdicts = ['same', 'unknown', 'gone', 'other', 'ended'] as const
  const moves = (busy: boolean, isProtected: boolean) =>
    verdicts.map((verdict) => decideReaction(verdict, { busy, isProtected }))

  it('happens on a protected screen', () => {
    expect(moves(false, true)).toEqual(['nothing', 'nothing', 'guest', 'leave', 'leave'])
  })

  it('does not happen on a screen without login, which continues as a guest', () => {
    expect(moves(false, false)).toEqual(['nothing', 'nothing', 'guest', 'leave', 'guest'])
  })

  it.each([true, false])('does not happen while a call that may move money is running', (isProtected) => {
    expect(moves(true, isProtected)).toEqual(['nothing', 'nothing', 'wait', 'wait', 'wait'])
  })
})

describe('a check that failed', () => {
  it('is repeated after 2, 5, 15 and then every 60 s', () => {
    expect([1, 2, 3, 4, 5, 50].map(retryAfterMs)).toEqual([2_000, 5_000, 15_000, 60_000, 60_000, 60_000])
  })

  it('is shown at once without an answer, else at the second failure', () => {
    const isShown = (kind: 'offline' | 'server_error') =>
      [1, 2, 3].map((failures) => isFailureShown(failures, { kind }))
    expect(isShown('offline')).toEqual([true, true, true])
    expect(isShown('server_error')).toEqual([false, true, true])
  })
})
