import { expect, it } from 'vitest'
import { CallFailure } from '#kit/web/failure.ts'
import type { WireTransaction } from '../../contract.ts'
import { clearSentPayment, findSentPayment } from './sentPayments.ts'
import { sendPayRequest } from './sendPayRequest.ts'

const held: WireTransaction = {
  ws_token: 'token-of-a-hold',
  ticket_code: '0001234567890',
  destination: 2,
  value: 50,
  valueHuman: '50,00',
  payment_type: 1,
  payment_type_desc: 'Crédito',
  vehicle_name: 'Gol',
  vehicle_license_plate: 'ABC1D23',
  ticket_dt_exit: null,
  has_user: true,
  state: 'authorised',
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
const refuse = (status: number, code: string) => () =>
  Promise.reject<boolean>(new CallFailure({ status, code, message: 'Recusado.' }))

it.each([
  ['no answer', refuse(0, 'network'), true],
  ['a server that failed', refuse(500, 'undefined_response'), true],
  ['a payment under way', refuse(409, 'payment_in_flight'), true],
  ['a refusal', refuse(409, 'reservation_over'), false],
  ['an answer that the bank has yet to give', () => Promise.resolve(false), true],
  ['an answer', () => Promise.resolve(true), false],
])('after %s the ticket counts as unanswered: %s', async (_, send, isUnanswered) => {
  const sent = sendPayRequest(held, send, (isDefinite) => isDefinite)
  expect(findSentPayment(held.ws_token)).not.toBeNull()
  await sent.catch((failure: unknown) => expect(failure).toBeInstanceOf(CallFailure))
  expect(findSentPayment(held.ws_token) !== null).toBe(isUnanswered)
  clearSentPayment(held.ws_token)
})
