import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { demoCards } from './demoCards.ts'
import { passesLuhn } from './card/luhn.ts'
import { openTestBed, testSale, stoppedClock, testMerchant } from './testBed.ts'

const clock = stoppedClock('2026-03-10T23:30:00.000-03:00')
let testBed: Awaited<ReturnType<typeof openTestBed>>
beforeAll(async () => {
  testBed = await openTestBed({ clock })
})
afterAll(() => testBed.close())

const card = { CardNumber: '4000000000000010', Holder: 'MARIA', ExpirationDate: '12/2040', Brand: 'Visa' }
const credit = { Type: 'CreditCard', Amount: 1250, Installments: 1, Capture: true, CreditCard: card }
const debit = { Type: 'DebitCard', Amount: 1250, DebitCard: card }
const nobodys = '00000000-0000-4000-8000-00000000dead'
const sale = (Payment: object) => ({ MerchantOrderId: 'ORDER1', Customer: { Name: 'Maria' }, Payment })

const answered = z.object({ Payment: z.looseObject({ PaymentId: z.string(), Tid: z.string() }) })
async function sold(payment: object) {
  const reply = await testBed.wire('POST', '/1/sales', sale(payment))
  return z.parse(answered, await reply.json()).Payment
}

describe('who may call', () => {
  test.each<Record<string, string>>([
    {},
    { MerchantId: testMerchant.merchantId },
    { MerchantKey: testMerchant.merchantKey },
    { ...testMerchant, merchantKey: 'short' },
    { ...testMerchant, merchantKey: 'K'.repeat(40) },
    { ...testMerchant, merchantId: '00000000-0000-4000-8000-000000000001' },
  ])('not %j', async (headers) => {
    const reply = await fetch(`${testBed.url}/1/sales/any`, { headers })
    expect([reply.status, await reply.text()]).toEqual([401, ''])
  })

  test('a MerchantId that is no GUID has an error of its own', async () => {
    const headers = { ...testMerchant, merchantId: 'not-a-guid' }
    const reply = await fetch(`${testBed.url}/1/sales/any`, { headers })
    expect([reply.status, await reply.json()]).toEqual([400, [expect.objectContaining({ Code: 114 })]])
  })
})

describe('errors of the request', () => {
  test.each<[string, unknown, number[]]>([
    ['nothing', '', [184]],
    ['no JSON', '{', [184]],
    ['an empty object', {}, [122, 121, 119]],
    ['a wrong order id', { ...sale(credit), MerchantOrderId: 'A-1' }, [107]],
    ['no name', { ...sale(credit), Customer: {} }, [105]],
    [
      'long customer fields',
      { ...sale(credit), Customer: { Name: 'x'.repeat(256), Identity: '1'.repeat(15) } },
      [155, 156],
    ],
    ['a long state', { ...sale(credit), Customer: { Name: 'x', Address: { State: 'PRR' } } }, [152]],
    ['no type', sale({ ...credit, Type: '' }), [102]],
    ['another type', sale({ ...credit, Type: 'Boleto' }), [173]],
    ['no amount', sale({ ...credit, Amount: undefined }), [108]],
    ['an amount of zero', sale({ ...credit, Amount: 0 }), [108]],
    ['an amount in reais', sale({ ...credit, Amount: 12.5 }), [108]],
    ['no instalments', sale({ ...credit, Installments: 0 }), [123]],
    ['no card', sale({ ...credit, CreditCard: undefined }), [124]],
    ['an empty card', sale({ ...credit, CreditCard: {} }), [118, 117, 125, 182]],
    ['a long number', sale({ ...credit, CreditCard: { ...card, CardNumber: '4'.repeat(20) } }), [128]],
    ['a number with letters', sale({ ...credit, CreditCard: { ...card, CardNumber: '4000x' } }), [127]],
    ['a short number', sale({ ...credit, CreditCard: { ...card, CardNumber: '4000' } }), [213]],
    ['a name with a digit', { ...sale(credit), Customer: { Name: 'Maria 2' } }, [105]],
    ['a name with a sign', { ...sale(credit), Customer: { Name: 'Maria D’Ávila' } }, [105]],
    ['Hipercard', sale({ ...credit, CreditCard: { ...card, Brand: 'Hipercard' } }), [185]],
    ['a holder with accents', sale({ ...credit, CreditCard: { ...card, Holder: 'JOSÉ' } }), [214]],
    ['an expiry of two digits', sale({ ...credit, CreditCard: { ...card, ExpirationDate: '12/40' } }), [126]],
    ['a past expiry', sale({ ...credit, CreditCard: { ...card, ExpirationDate: '02/2026' } }), [126]],
    ['a long security code', sale({ ...credit, CreditCard: { ...card, SecurityCode: '12345' } }), [146]],
    ['an unknown brand', sale({ ...credit, CreditCard: { ...card, Brand: 'Mir' } }), [185]],
    ['an unknown token', sale({ ...credit, CreditCard: { CardToken: 'x', Brand: 'Visa' } }), [130]],
    ['debit of another brand', sale({ ...debit, DebitCard: { ...card, Brand: 'Amex' } }), [185]],
  ])('%s', async (_what, body, codes) => {
    const reply = await testBed.wire('POST', '/1/sales', body)
    const errors = z.parse(z.array(z.object({ Code: z.number(), Message: z.string() })), await reply.json())
    expect(reply.status).toBe(400)
    expect(errors.map(({ Code }) => Code)).toEqual(codes)
  })

  test('the month on the card counts to its end', async () => {
    expect(await sold({ ...credit, CreditCard: { ...card, ExpirationDate: '03/2026' } })).toMatchObject({
      Status: 2,
    })
  })
})

describe('a sale', () => {
  test('answers 201, masks the number, and dates in Brasília’s time', async () => {
    const reply = await testBed.wire(
      'POST',
      '/1/sales/',
      sale({ ...credit, CreditCard: { ...card, SecurityCode: '987' } }),
    )
    const text = await reply.text()
    expect(reply.status).toBe(201)
    expect(text).toContain('400000******0010')
    expect(text).toContain('"ReceivedDate":"2026-03-10 23:30:00"')
    expect(text).not.toContain('4000000000000010')
    expect(text).not.toContain('SecurityCode')
    expect(text).not.toMatch(/"987"/)
  })

  test('answers 201 also when it is denied', async () => {
    const denied = sale({ ...credit, CreditCard: { ...card, CardNumber: '4000000000000002' } })
    const reply = await testBed.wire('POST', '/1/sales', denied)
    expect(reply.status).toBe(201)
    expect(await reply.json()).toMatchObject({
      Payment: { Status: 3, ReturnCode: '05', ReturnMessage: 'Not Authorized' },
    })
  })

  test('accepts keys in any case, and booleans and numbers as texts', async () => {
    const reply = await testBed.wire('POST', '/1/SALES', {
      merchantOrderId: 'CASE1',
      CUSTOMER: { name: 'Maria' },
      payment: {
        type: 'creditcard',
        amount: '700',
        installments: '1',
        capture: 'True',
        creditCard: { cardnumber: card.CardNumber, HOLDER: 'X', expirationdate: '12/2040', brand: 'visa' },
      },
    })
    expect(await reply.json()).toMatchObject({ Payment: { Amount: 700, Status: 2, Capture: true } })
  })

  test('does not look at the check digit', async () => {
    expect(await sold({ ...credit, CreditCard: { ...card, CardNumber: '4000000000000011' } })).toMatchObject({
      Status: 2,
    })
  })

  test('by debit without authentication is denied', async () => {
    expect(await sold(debit)).toMatchObject({ Status: 3, ReturnCode: '014' })
    const redirect = { Authenticate: true, ReturnUrl: 'http://127.0.0.1/back' }
    expect(await sold({ ...debit, ...redirect })).toMatchObject({ Status: 3, ReturnCode: '014' })
  })

  test('is found by its number and by the acquirer’s', async () => {
    const { PaymentId, Tid } = await sold(credit)
    for (const path of [`/1/sales/${PaymentId}`, `/1/sales/acquirerTid/${Tid}`]) {
      expect(await (await testBed.wire('GET', path)).json()).toMatchObject({
        Payment: { PaymentId, Status: 2 },
      })
    }
    expect((await testBed.wire('GET', '/1/sales/acquirerTid/1')).status).toBe(404)
  })
})

describe('void by order number', () => {
  test('means the newest sale', async () => {
    const older = await sold({ ...credit, Amount: 1 })
    const newer = await sold({ ...credit, Amount: 2 })
    const reply = await testBed.wire('PUT', '/1/sales/OrderId/ORDER1/void')
    expect(await reply.json()).toMatchObject({ Status: 10, ReturnCode: '9' })
    expect(await statusOf(older.PaymentId)).toBe(2)
    expect(await statusOf(newer.PaymentId)).toBe(10)
  })

  test('on a later day is a refund', async () => {
    const { PaymentId } = await sold(credit)
    clock.set('2026-03-11T00:00:00.000-03:00')
    await testBed.wire('PUT', `/1/sales/${PaymentId}/void`)
    expect(await statusOf(PaymentId)).toBe(11)
    clock.set('2026-03-10T23:30:00.000-03:00')
  })

  test.each(['capture', 'void'])(
    '%s of an unknown sale or with a wrong amount is an error',
    async (change) => {
      expect((await testBed.wire('PUT', `/1/sales/${nobodys}/${change}`)).status).toBe(404)
      expect((await testBed.wire('PUT', `/1/sales/unknown/${change}`)).status).toBe(400)
      const { PaymentId } = await sold({ ...credit, Capture: false })
      expect((await testBed.wire('PUT', `/1/sales/${PaymentId}/${change}?amount=12.5`)).status).toBe(400)
      expect((await testBed.wire('PUT', `/1/sales/${PaymentId}/${change}?amount=0`)).status).toBe(400)
      expect(await statusOf(PaymentId)).toBe(1)
    },
  )
})

async function statusOf(paymentId: string): Promise<unknown> {
  const reply = await testBed.wire('GET', `/1/sales/${paymentId}`)
  return z.parse(answered, await reply.json()).Payment['Status']
}

describe('saved cards', () => {
  test('a card is kept masked and can pay', async () => {
    const reply = await testBed.wire('POST', '/1/card/', { CustomerName: 'Maria', ...card })
    const { CardToken } = z.parse(z.object({ CardToken: z.string() }), await reply.json())
    expect(reply.status).toBe(201)
    expect(await (await testBed.wire('GET', `/1/card/${CardToken}`)).json()).toEqual({
      CardNumber: '400000******0010',
      Holder: 'MARIA',
      ExpirationDate: '12/2040',
    })
    expect(await sold({ ...credit, CreditCard: { CardToken, Brand: 'Visa' } })).toMatchObject({ Status: 2 })
    expect((await testBed.wire('GET', '/1/card/unknown')).status).toBe(404)
  })

  test('the check digit counts here', async () => {
    const reply = await testBed.wire('POST', '/1/card', { ...card, CardNumber: '4000000000000011' })
    expect([reply.status, await reply.json()]).toEqual([
      400,
      [{ Code: 213, Message: 'Credit Card Number is invalid' }],
    ])
  })

  test.each([
    [
      { ...card, CardNumber: '5200000000000031', Brand: 'Master' },
      { Valid: true, ReturnCode: '00' },
    ],
    [card, { Valid: false, ReturnCode: '57' }],
    [
      { ...card, Brand: 'Amex' },
      { Code: 57, Message: 'Bandeira inválida' },
    ],
  ])('zero-auth %#', async (body, expected) => {
    expect(
      await (await testBed.wire('POST', '/1/zeroauth', { CardType: 'CreditCard', ...body })).json(),
    ).toMatchObject(expected)
  })

  test.each([
    [
      '531112',
      { Status: '00', Provider: 'MASTERCARD', CardType: 'Débito', ForeignCard: false, CorporateCard: true },
    ],
    ['453022', { Status: '01', CardType: 'Crédito', ForeignCard: true, Issuer: 'Banco do Brasil' }],
    ['470030', { Status: '02', CardType: 'Crédito', Prepaid: true, Issuer: 'Bradesco' }],
  ])('BIN %s', async (bin, expected) => {
    expect(await (await testBed.wire('GET', `/1/cardBin/${bin}`)).json()).toMatchObject(expected)
  })
})

describe('controls', () => {
  test.each([
    ['POST', '/_sim/next', {}],
    ['POST', '/_sim/next', { fault: 'unheard' }],
    ['POST', '/_sim/next', { fault: 'hang', times: 0 }],
    ['POST', '/_sim/expire', {}],
  ])('%s %s %j is refused with a reason', async (method, path, body) => {
    const reply = await testBed.control(method, path, body)
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ message: expect.stringContaining('send {') })
  })

  test('faults are queued, and can be removed', async () => {
    await testBed.fault('status_500', 2)
    expect((await testBed.wire('POST', '/1/sales', sale(credit))).status).toBe(500)
    await testBed.control('DELETE', '/_sim/next')
    expect((await testBed.wire('POST', '/1/sales', sale(credit))).status).toBe(201)
  })

  test('a refused request consumes no fault', async () => {
    await testBed.fault('status_500')
    expect((await testBed.wire('POST', '/1/sales', {})).status).toBe(400)
    expect((await testBed.wire('POST', '/1/sales', sale(credit))).status).toBe(500)
  })

  test('only an authorisation can expire', async () => {
    const { PaymentId } = await sold(credit)
    expect((await testBed.control('POST', '/_sim/expire', { payment_id: PaymentId })).status).toBe(409)
    expect((await testBed.control('POST', '/_sim/expire', { payment_id: 'unknown' })).status).toBe(404)
  })

  test('the ledger shows the amounts', async () => {
    const own = await openTestBed({ clock, skipsWaits: true })
    const held = await own.acquirer.authorise(testSale({ orderKey: 'HELD1', capture: false }))
    if (held.outcome !== 'approved') throw new Error(held.outcome)
    await own.acquirer.capture({ id: 'C1', reference: held.reference, amountCents: 900 })
    await own.acquirer.refund({ id: 'R1', reference: held.reference, amountCents: 300 })
    expect(await (await own.control('GET', '/_sim/ledger')).json()).toEqual({
      sales: [
        {
          payment_id: held.reference,
          order_id: 'HELD1',
          type: 'CreditCard',
          amount: 1250,
          authorised: 1250,
          captured: 900,
          voided: 300,
          status: 2,
          created_at: '2026-03-11T02:30:00.000Z',
        },
      ],
    })
    await own.close()
  })
})

test('the demo has a card with a check digit for each last digit from 0 to 8', () => {
  expect(demoCards.every(({ number }) => passesLuhn(number))).toBe(true)
  expect([...new Set(demoCards.map(({ number }) => number.slice(-1)))].sort()).toEqual([...'012345678'])
})
