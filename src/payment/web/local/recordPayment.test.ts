import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetPayment, readCustomer } from '#checkout/web/customer.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import type { ForeignTransaction, WireTransaction } from '../../contract.ts'
import { readReceipt } from './storedReceipts.ts'
import { recordPayment, recordTicketLookUp } from './recordPayment.ts'
import { clearSentPayment, findSentPayment, recordSentPayment } from './sentPayments.ts'

const token = 'token-of-a-seen-payment'
const code = '0001234567890'
const foreign: ForeignTransaction = {
  mine: false,
  ws_token: token,
  ticket_code: code,
  destination: 1,
  value: 12,
  valueHuman: '12,00',
  payment_type: 1,
  payment_type_desc: 'Crédito',
  ticket_dt_exit: null,
  has_user: true,
  state: 'created',
  expires_at: null,
  time_zone: 'America/Sao_Paulo',
  server_now: '2026-11-21T12:00:00-03:00',
}
const { mine: _, ...shared } = foreign
const own: WireTransaction = {
  ...shared,
  vehicle_name: null,
  vehicle_license_plate: null,
  reason: null,
  attempt: null,
  pix: null,
  attempts_left: 5,
  paid_at: null,
  card_brand: null,
  card_last_digits: null,
  protocol: null,
}

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => {
  clearSentPayment(token)
  vi.unstubAllGlobals()
})

it('a payment that now belongs to another person is removed from its ticket, and leaves no receipt', () => {
  recordPayment(own)
  expect(readCustomer(code).payment?.ws_token).toBe(token)
  recordPayment({ ...foreign, state: 'captured' })
  expect([readCustomer(code).payment, readReceipt(token)]).toEqual([null, null])
})

it('a view of another person’s payment without attempts does not answer the `pay` call of this device (docs/spec.md#r27)', () => {
  recordPayment(own)
  recordSentPayment(own)
  recordPayment(foreign)
  expect([findSentPayment(token) !== null, readCustomer(code).payment?.ws_token]).toEqual([true, token])
  recordPayment({ ...foreign, state: 'captured' })
  expect([findSentPayment(token), readCustomer(code).payment]).toEqual([null, null])
})

describe('a `pay` call of this browser for a payment that this tab cannot query', () => {
  const seen = { code, state: 'overdue' }
  const minutesLater = (minutes: number) => new Date(serverTime() + minutes * 60_000).toISOString()
  beforeEach(() => {
    recordSentPayment(own)
    forgetPayment(code)
  })

  it.each([
    ['ends when the ticket is free well after it', { ...seen, server_now: minutesLater(6) }, true],
    ['stands while it may be on its way', { ...seen, server_now: minutesLater(4) }, false],
    ['stands while the bank has it', { ...seen, own_in_flight: true, server_now: minutesLater(60) }, false],
    [
      'stands while the bank has another',
      { ...seen, blocked_by: 'payment_in_flight', server_now: minutesLater(60) },
      false,
    ],
    ['stands beside another ticket', { ...seen, code: '0001234567891', server_now: minutesLater(6) }, false],
  ])('%s', (_, ticket, isOver) => {
    recordTicketLookUp(ticket)
    expect(findSentPayment(token) === null).toBe(isOver)
  })

  it('stays if this tab can query the payment', () => {
    recordPayment(own)
    recordTicketLookUp({ ...seen, server_now: minutesLater(6) })
    expect(findSentPayment(token)).not.toBeNull()
  })
})
