import { describe, expect, it } from 'vitest'
import { type WireTransaction, paymentState } from '../contract.ts'
import { startUnconfirmedPay, isConfirming, evaluateQuery, requestLostText } from './unconfirmedPay.ts'
import { recordRequestEnded, recordSentPayment } from './local/sentPayments.ts'

const open: WireTransaction = {
  ws_token: 'token-of-a-payment',
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

describe('a pay call without an answer', () => {
  it('stays unconfirmed while no attempt shows, and counts as lost at the third query', () => {
    const first = evaluateQuery({ attemptsLeft: 5, queries: 0 }, open)
    expect(first).toEqual({ unconfirmed: { attemptsLeft: 5, queries: 1 }, reason: null, way: 'retry' })
    expect(evaluateQuery({ attemptsLeft: 5, queries: 2 }, open)).toEqual({
      unconfirmed: null,
      reason: requestLostText,
      way: 'retry',
    })
  })

  it('after an indefinite refusal, one query without an attempt shows the refusal', () => {
    const refusal = { reason: 'Muitas tentativas.', way: 'otherPlace' } as const
    expect(evaluateQuery(startUnconfirmedPay(5, refusal), open)).toEqual({ unconfirmed: null, ...refusal })
    expect(evaluateQuery(startUnconfirmedPay(5, refusal), { ...open, state: 'authorising' }).way).toBe(
      'retry',
    )
  })

  it('does not count as lost while the page waits for the call', () => {
    recordSentPayment(open)
    expect(evaluateQuery({ attemptsLeft: 5, queries: 2 }, open).unconfirmed).not.toBeNull()
    recordRequestEnded(open.ws_token)
    expect(evaluateQuery({ attemptsLeft: 5, queries: 2 }, open).unconfirmed).toBeNull()
  })

  it('ends with the refusal when the attempt was recorded and refused', () => {
    const refused = { ...open, attempts_left: 4, reason: 'Verifique os dados do cartão.' }
    expect(evaluateQuery({ attemptsLeft: 5, queries: 0 }, refused)).toEqual({
      unconfirmed: null,
      reason: refused.reason,
      way: 'retry',
    })
  })

  it.each(paymentState.options.filter((state) => state !== 'created'))(
    'ends as soon as the payment is %s',
    (state) => {
      expect(evaluateQuery({ attemptsLeft: 5, queries: 0 }, { ...open, state }).unconfirmed).toBeNull()
    },
  )
})

describe('states in which the screen waits', () => {
  it('waits for the bank, not for the cardholder', () => {
    expect(paymentState.options.filter(isConfirming)).toEqual([
      'authorising',
      'unknown',
      'authorised',
      'capturing',
    ])
  })
})
