import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openTestBed, stoppedClock, testMerchant } from './testBed.ts'

/** Recorded or documented behaviour of Cielo in 2026 (src/acquirer/server/cielo/README.md). */
const noon = '2026-03-10T15:00:00.420Z'
const clock = stoppedClock(noon)
let testBed: Awaited<ReturnType<typeof openTestBed>>
beforeAll(async () => {
  testBed = await openTestBed({ clock, queryPort: 0 })
})
beforeEach(() => clock.set(noon))
afterAll(() => testBed.close())

const visa = { CardNumber: '4000000000000010', Holder: 'MARIA', ExpirationDate: '12/2040', Brand: 'Visa' }
const master = { ...visa, CardNumber: '5200000000000031', Brand: 'Master' }
const answered = z.looseObject({ Payment: z.looseObject({ PaymentId: z.string(), Tid: z.string() }) })

let orders = 0
async function post(CreditCard: object, more: object = {}, MerchantOrderId = `TRUTH${(orders += 1)}`) {
  const Payment = { Type: 'CreditCard', Amount: 1250, Installments: 1, Capture: true, CreditCard, ...more }
  const reply = await testBed.wire('POST', '/1/sales', {
    MerchantOrderId,
    Customer: { Name: 'Maria' },
    Payment,
  })
  return z.parse(answered, await reply.json())
}
const sold = async (card: object = visa, more: object = {}) => (await post(card, more)).Payment
const asked = async (paymentId: string) =>
  z.parse(answered, await (await testBed.wire('GET', `/1/sales/${paymentId}`)).json())
const voided = async (paymentId: string, amount?: number) =>
  (
    await testBed.wire('PUT', `/1/sales/${paymentId}/void${amount === undefined ? '' : `?amount=${amount}`}`)
  ).json()

describe('two hosts', () => {
  const get = (url: string, path: string) => fetch(url + path, { headers: testMerchant })

  test('a query to the host of sales fails, possibly as not found', async () => {
    const { PaymentId } = await sold()
    const one = await get(testBed.url, `/1/sales/${PaymentId}`)
    expect([one.status, await one.text()]).toEqual([404, ''])
    expect((await get(testBed.url, '/1/sales?merchantOrderId=X')).status).toBe(405)
    expect((await get(testBed.queryUrl, `/1/sales/${PaymentId}`)).status).toBe(200)
  })

  test('the host of queries sells nothing', async () => {
    const reply = await fetch(`${testBed.queryUrl}/1/sales`, {
      method: 'POST',
      headers: testMerchant,
      body: '{}',
    })
    expect(reply.status).toBe(405)
  })
})

describe('what an answer carries', () => {
  test('a sale has Cielo’s own order number, under another name in queries', async () => {
    const short = await post(visa, {}, 'SHORT1')
    expect(short).toMatchObject({ MerchantOrderId: 'SHORT1', Payment: { SentOrderId: 'SHORT1' } })
    expect(short).not.toHaveProperty('AcquirerOrderId')
    for (const number of ['SHORT1', 'L'.repeat(34)]) {
      const again = await post(visa, {}, number)
      expect(again.Payment['SentOrderId']).toMatch(/^\d{20}$/)
      const query = await asked(again.Payment.PaymentId)
      expect(query).toMatchObject({ AcquirerOrderId: again.Payment['SentOrderId'], MerchantOrderId: number })
      expect(query.Payment).not.toHaveProperty('SentOrderId')
    }
  })

  test('Tid of 13 or of 20 digits', async () => {
    expect((await sold(master)).Tid).toMatch(/^\d{13}$/)
    expect((await sold(visa)).Tid).toMatch(/^\d{20}$/)
  })

  test('CardOnFile and the issuer’s ids are returned', async () => {
    const InitiatedTransactionIndicator = { Category: 'C1', Subcategory: 'CredentialsOnFile' }
    const CardOnFile = { Usage: 'First' }
    const payment = await sold({ ...master, SaveCard: true, CardOnFile }, { InitiatedTransactionIndicator })
    expect(payment).toMatchObject({
      InitiatedTransactionIndicator,
      CreditCard: { CardOnFile, SaveCard: true, PaymentAccountReference: expect.any(String) },
      IssuerTransactionId: expect.stringMatching(/^\d{15}$/),
      TransactionLinkId: expect.any(String),
      IsQrCode: false,
    })
    expect(await sold(visa)).not.toHaveProperty('TransactionLinkId')
  })

  test('of a sale by token neither number, holder nor expiry', async () => {
    const first = await sold({ ...visa, SaveCard: true })
    const { CardToken } = z.parse(z.looseObject({ CardToken: z.string() }), first['CreditCard'])
    const second = await sold({
      CardToken,
      Brand: 'Visa',
      CardOnFile: { Usage: 'Used', Reason: 'Unscheduled' },
    })
    const CardOnFile = { Usage: 'Used', Reason: 'Unscheduled' }
    expect(second['CreditCard']).toEqual({
      SaveCard: false,
      CardToken,
      Brand: 'Visa',
      CardOnFile,
      PaymentAccountReference: expect.any(String),
    })
  })

  test('dates of an order’s sales have a T and a fraction; a PaymentId that is none is 400', async () => {
    await post(visa, {}, 'DATED')
    const list = await (await testBed.wire('GET', '/1/sales?merchantOrderId=DATED')).json()
    expect(list).toMatchObject({ Payments: [{ ReceveidDate: '2026-03-10T12:00:00.42' }] })
    expect((await testBed.wire('GET', '/1/sales/any')).status).toBe(400)
  })

  test.each([
    ['4000000000000069', '6'],
    ['4000000000000059', '9'],
  ])('of %s code %s, also for a hold', async (CardNumber, ReturnCode) => {
    expect(await sold({ ...visa, CardNumber }, { Capture: false })).toMatchObject({ Status: 1, ReturnCode })
  })
})

describe('a void', () => {
  test('of a part waits for tomorrow; two of one sale keep 5 s apart; above the rest is all of it', async () => {
    const { PaymentId } = await sold()
    expect(await voided(PaymentId, 250)).toMatchObject({ Status: 2, ReturnCode: '100' })
    clock.set('2026-03-11T03:00:00.000Z')
    expect(await voided(PaymentId, 250)).toMatchObject({ Status: 2, ReturnCode: '0' })
    expect(await voided(PaymentId, 250)).toMatchObject({ ReturnCode: '475' })
    clock.set('2026-03-11T03:00:05.000Z')
    expect(await voided(PaymentId, 9999)).toMatchObject({ Status: 11, ReturnCode: '9' })
    expect((await asked(PaymentId)).Payment).toMatchObject({ VoidedAmount: 1250 })
  })

  test.each(['41', '43', '55', '56', '57', '100', '475', 'BP900'] as const)(
    'can be answered %s on request, and is not done',
    async (code) => {
      const { PaymentId } = await sold()
      const faults = { BP900: 'void_bp900' } as const
      await testBed.fault(code === 'BP900' ? faults[code] : `void_${code}`)
      expect(await voided(PaymentId)).toMatchObject({ Status: 2, ReturnCode: code })
      expect((await asked(PaymentId)).Payment).not.toHaveProperty('VoidedAmount')
      expect(await voided(PaymentId)).toMatchObject({ Status: 10, ReturnCode: '9' })
    },
  )

  test('void_476: accepted and done later; void_denied: done and reverted later', async () => {
    const underway = await sold()
    const denied = await sold()
    await testBed.fault('void_476')
    expect(await voided(underway.PaymentId)).toMatchObject({ Status: 2, ReturnCode: '476' })
    await testBed.fault('void_denied')
    expect(await voided(denied.PaymentId)).toMatchObject({ Status: 10, ReturnCode: '9' })
    clock.set('2026-03-10T15:02:31.000Z')
    expect((await asked(underway.PaymentId)).Payment).toMatchObject({ Status: 10, VoidedAmount: 1250 })
    expect((await asked(denied.PaymentId)).Payment).toMatchObject({ Status: 2, CapturedAmount: 1250 })
  })
})

describe('a sale under a fault', () => {
  test.each([
    ['status0_stays', { Status: 0 }, ['ReturnCode', 'ReasonCode']],
    ['status0_bp171', { Status: 0, ReasonCode: 16, ProviderReturnCode: 'BP171' }, ['ReturnCode']],
    ['status0_001', { Status: 0, ReturnCode: '001' }, ['ReasonCode']],
    ['mac_03', { Status: 3, ReturnCode: '82', MerchantAdviceCode: '03' }, ['AuthorizationCode']],
  ] as const)('%s: without money, in the sale and in every query', async (fault, expected, lacks) => {
    await testBed.fault(fault)
    const payment = await sold(master)
    clock.set('2026-03-12T15:00:00.000Z')
    for (const shown of [payment, (await asked(payment.PaymentId)).Payment]) {
      expect(shown).toMatchObject(expected)
      for (const name of [...lacks, 'CapturedAmount']) expect(shown).not.toHaveProperty(name)
    }
  })

  test('auto_cancel: no answer, found captured, and cancelled by Cielo later', async () => {
    await testBed.fault('auto_cancel')
    const first = await sold()
    expect(first).toMatchObject({ Status: 0, ReturnCode: '99', TryAutomaticCancellation: true })
    expect((await asked(first.PaymentId)).Payment).toMatchObject({ Status: 2, CapturedAmount: 1250 })
    clock.set('2026-03-10T15:02:31.000Z')
    expect((await asked(first.PaymentId)).Payment).toMatchObject({ Status: 10, VoidedAmount: 1250 })
  })

  test.each([
    ['chargeback', { Chargebacks: [{ Amount: 1250, Date: '2026-03-10' }] }],
    ['fraud_alert', { FraudAlert: { Date: '2026-03-10', IncomingChargeback: false } }],
  ] as const)('%s: taken, and after a while the query shows it', async (fault, shown) => {
    await testBed.fault(fault)
    const { PaymentId } = await sold()
    expect((await asked(PaymentId)).Payment).not.toMatchObject(shown)
    clock.set('2026-03-10T15:02:31.000Z')
    expect((await asked(PaymentId)).Payment).toMatchObject(shown)
  })

  test('a lagging query host does not find a sale for the configured time', async () => {
    const slow = await openTestBed({ clock, queryLagMs: 3_000 })
    const body = {
      MerchantOrderId: 'LAG1',
      Customer: { Name: 'Maria' },
      Payment: { Type: 'CreditCard', Amount: 100, Installments: 1, Capture: true, CreditCard: visa },
    }
    await slow.wire('POST', '/1/sales', body)
    expect((await slow.wire('GET', '/1/sales?merchantOrderId=LAG1')).status).toBe(404)
    clock.set('2026-03-10T15:00:03.420Z')
    expect((await slow.wire('GET', '/1/sales?merchantOrderId=LAG1')).status).toBe(200)
    await slow.close()
  })
})
