import { expect, it } from 'vitest'
import { readNotification } from './events.ts'
import { readSale } from '../readSale.ts'

const payment = { PaymentId: 'p', Status: 2, Amount: 700, CapturedAmount: 700 }
const read = (more: object) =>
  readSale(
    { clock: { now: () => new Date() } },
    { status: 200, body: { Payment: { ...payment, ...more } }, isEmpty: false },
  )

const dispute = {
  Amount: '7,00',
  CaseNumber: 123456,
  Date: '2026-11-20',
  ReasonCode: '104',
  ReasonMessage: 'Outra fraude - cartao ausente',
  Status: 'Received',
}

it('disputes and the fraud alert of a sale are read, each with its number', () => {
  const told = read({
    Chargebacks: [{ ...dispute, Amount: 300 }],
    FraudAlert: { Date: '2026-11-19', ReasonMessage: 'Uso fraudulento', IncomingChargeback: false },
  })
  expect(told).toMatchObject({
    outcome: 'approved',
    capturedCents: 700,
    events: [
      { kind: 'chargeback', number: '123456', amountCents: 300, text: 'Outra fraude - cartao ausente' },
      { kind: 'fraud_alert', number: '2026-11-19', amountCents: null, text: 'Uso fraudulento' },
    ],
  })
})

it.each([
  [{}],
  [{ Chargebacks: null, FraudAlert: null }],
  [{ Chargebacks: [] }],
  [{ FraudAlert: 'yes' }],
  [{ Chargebacks: 'none' }],
])('%j has no events', (more) => {
  const told = read(more)
  expect(told).toMatchObject({ outcome: 'approved', capturedCents: 700, voidedCents: 0 })
  expect(told).not.toHaveProperty('events')
  expect(told).not.toHaveProperty('mayBeAutoCancelled')
})

it('a dispute with an unreadable amount covers the whole sale', () => {
  expect(read({ Chargebacks: [dispute] })).toMatchObject({
    events: [{ number: '123456', amountCents: null }],
  })
})

it('disputes without a number are distinguished by date', () => {
  const days = ['2026-11-20', '2026-12-04']
  expect(read({ Chargebacks: days.map((Date) => ({ ...dispute, CaseNumber: null, Date })) })).toMatchObject({
    events: [{ number: '2026-11-20' }, { number: '2026-12-04' }],
  })
})

it('disputes of one day without a number are counted', () => {
  const bare = { ...dispute, CaseNumber: null }
  expect(read({ Chargebacks: [bare, bare, { ...bare, Date: null }, { ...bare, Date: null }] })).toMatchObject(
    {
      events: [{ number: '2026-11-20' }, { number: '2026-11-20 (2)' }, { number: '' }, { number: '(2)' }],
    },
  )
})

it.each([true, 'true', 'True'])(
  'TryAutomaticCancellation %s: Cielo may cancel the sale by itself',
  (flag) => {
    expect(read({ TryAutomaticCancellation: flag })).toMatchObject({ mayBeAutoCancelled: true })
  },
)

it.each([
  [5, 'void_denied'],
  ['7', 'chargeback'],
  [8, 'fraud_alert'],
  [25, 'returned'],
  [1, undefined],
  [null, undefined],
  ['x', undefined],
])('ChangeType %s is the topic %s', (ChangeType, topic) => {
  const settings = { notificationHeader: null }
  const PaymentId = '24bc8366-fc31-4d6c-8555-17049a836a07'
  const body = { PaymentId, ChangeType }
  expect(readNotification(settings, { headers: {}, body, secret: null })).toEqual({
    references: [PaymentId],
    topic,
  })
})
