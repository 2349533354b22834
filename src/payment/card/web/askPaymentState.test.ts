import { afterEach, beforeEach, expect, it, vi } from 'vitest'
// Adds the reservation to the schema of a payment's answer.
import '#reservation/wireReserve.ts'
import type { PayOutcome, WireTransaction } from '../../contract.ts'
import { askPaymentState } from './askPaymentState.ts'

const sent: WireTransaction = {
  ws_token: 'a'.repeat(32),
  ticket_code: '0001234567890',
  destination: 1,
  value: 12,
  valueHuman: '12,00',
  payment_type: 1,
  payment_type_desc: 'Crédito',
  vehicle_name: null,
  vehicle_license_plate: null,
  ticket_dt_exit: null,
  has_user: false,
  state: 'created',
  reason: null,
  attempt: null,
  pix: null,
  attempts_left: 5,
  expires_at: null,
  paid_at: null,
  card_brand: null,
  card_last_digits: null,
  protocol: null,
  time_zone: 'America/Sao_Paulo',
  server_now: '2026-11-21T12:00:00-03:00',
}

let over: AbortController
let answer: Partial<WireTransaction>
let asked = 0

beforeEach(() => {
  over = new AbortController()
  asked = 0
  answer = {}
  vi.useFakeTimers()
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=a', querySelector: () => ({ getAttribute: () => 'x' }) })
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return Response.json({ data: { ...sent, ...answer } })
  })
})
afterEach(() => {
  over.abort()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The answer after so many seconds, and how often the state was asked by then. */
async function askedFor(seconds: number, isAuthenticated = false): Promise<[PayOutcome | null, number]> {
  let outcome: PayOutcome | null = null
  void askPaymentState(sent, { isAuthenticated, signal: over.signal }).then((first) => (outcome = first))
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  return [outcome, asked]
}

it.each([
  [9, 0],
  [10, 1],
  [14, 1],
  [15, 2],
  [25, 4],
])('after %i s without an answer of pay the state was asked %i times', async (seconds, times) => {
  expect(await askedFor(seconds)).toEqual([null, times])
})

it('ends with the call', async () => {
  await askedFor(10)
  over.abort()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBe(1)
})

const waiting = { n: 1, state: 'awaiting_cardholder', authUrl: null, authenticate: true }

it.each<[string, Partial<WireTransaction>, boolean, Partial<PayOutcome> | null]>([
  ['the payment is still open', {}, false, null],
  ['the acquirer is asked', { state: 'authorising' }, false, null],
  ['the outcome is unknown', { state: 'unknown' }, false, null],
  [
    'it was refused',
    { attempts_left: 4, reason: 'Sem limite.' },
    false,
    { ok: false, reason: 'Sem limite.' },
  ],
  ['it was paid', { state: 'captured' }, false, { ok: true }],
  ['a space is held', { state: 'authorised' }, false, { ok: true }],
  ['it was cancelled', { state: 'cancelled' }, false, { ok: false }],
  [
    'the cardholder is awaited',
    { state: 'awaiting_cardholder', attempt: waiting },
    false,
    { authenticate: true },
  ],
  [
    'the same, though this pay carried the answer',
    { state: 'awaiting_cardholder', attempt: waiting },
    true,
    null,
  ],
  ['refused with the authentication', { attempts_left: 4 }, true, { ok: false, authenticate: false }],
])('%s', async (_, state, isAuthenticated, expected) => {
  answer = state
  const [outcome] = await askedFor(10, isAuthenticated)
  if (expected === null) expect(outcome).toBeNull()
  else expect(outcome).toMatchObject(expected)
})
