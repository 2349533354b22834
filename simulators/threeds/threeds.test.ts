import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBed } from '../cielo/testBed.ts'

let testBed: Awaited<ReturnType<typeof openTestBed>>
beforeAll(async () => {
  testBed = await openTestBed({ skipsWaits: true })
})
afterAll(() => testBed.close())

const merchant = { EstablishmentCode: '1006993069', MerchantName: 'Guiche', MCC: '7523' }
const basic = { authorization: `Basic ${Buffer.from('id:secret').toString('base64')}` }
const json = { 'content-type': 'application/json' }

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(testBed.url + path, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  })
}

/** The script's calls up to the challenge. */
async function enrolled(number: string, NotifyOnly = false) {
  const { access_token } = await (await post('/v2/auth/token', merchant, basic)).json()
  const bearer = { authorization: `Bearer ${access_token}` }
  const { ReferenceId } = await (await post('/v2/3ds/init', {}, bearer)).json()
  const asked = { ReferenceId, TotalAmount: '123456', CardNumber: number, NotifyOnly }
  const result = await (await post('/v2/3ds/enroll', asked, bearer)).json()
  return { ReferenceId, result, bearer }
}

describe('the token of the 3DS service', () => {
  test('is issued for credentials and a merchant in JSON, and starts one authentication', async () => {
    const { bearer } = await enrolled('4000000000000010')
    expect((await post('/v2/3ds/init', {}, bearer)).status).toBe(409)
  })

  test('is refused without credentials, as a form, and for an invalid merchant', async () => {
    expect((await post('/v2/auth/token', merchant)).status).toBe(401)
    const form = { ...basic, 'content-type': 'application/x-www-form-urlencoded' }
    expect((await post('/v2/auth/token', merchant, form)).status).toBe(415)
    const wrong = await post('/v2/auth/token', { ...merchant, MCC: '75' }, basic)
    expect([wrong.status, await wrong.json()]).toEqual([400, [{ Code: 'MCC', Message: 'Invalid value' }]])
  })

  test('three_ds_down: 503, and sales go on', async () => {
    await testBed.fault('three_ds_down')
    expect((await post('/v2/auth/token', merchant, basic)).status).toBe(503)
    expect((await post('/v2/auth/token', merchant, basic)).status).toBe(201)
  })
})

describe('an authentication', () => {
  test.each([
    ['without a question', '4000000000002701', 'onSuccess', '05'],
    ['without a question, Mastercard', '5200000000002235', 'onSuccess', '02'],
    ['attempted', '4000000000000101', 'onSuccess', '06'],
    ['attempted, Mastercard', '5200000000000114', 'onSuccess', '01'],
    ['failed at once', '4000000000002925', 'onFailure', '07'],
    ['of a card that takes no part', '4000000000002420', 'onUnenrolled', '07'],
    ['that cannot be made', '4000000000002644', 'onError', undefined],
    ['of a brand that has none', '6062826786276634', 'onUnsupportedBrand', undefined],
  ])('%s', async (_, number, event, eci) => {
    const { result } = await enrolled(number)
    expect([result.event, result.data.Eci]).toEqual([event, eci])
  })

  test('data only: the issuer is notified without a challenge or evidence', async () => {
    const { result, ReferenceId } = await enrolled('5200000000000031', true)
    expect(result).toMatchObject({ event: 'onSuccess', data: { Eci: '04', ReferenceId } })
    expect(result.data).not.toHaveProperty('Cavv')
  })

  test.each([
    ['authenticated', '4000000000000010', 'onSuccess'],
    ['authenticated', '4000000000002370', 'onFailure'],
    ['refused', '4000000000000010', 'onFailure'],
    ['abandoned', '4000000000000010', 'onError'],
  ] as const)('challenged, %s with %s: %s; the first choice counts', async (choice, number, event) => {
    const { result, ReferenceId } = await enrolled(number)
    const page = await (await fetch(testBed.url + result.Challenge)).text()
    for (const text of ['Banco simulado', 'R$ 1.234,56', '>Autenticado<', '>Não autenticado<', '>Abandonar<'])
      expect(page).toContain(text)
    await testBed.choose(testBed.url + result.Challenge, choice)
    const other = choice === 'refused' ? 'authenticated' : 'refused'
    await testBed.choose(testBed.url + result.Challenge, other)
    const validated = await (await post('/v2/3ds/validate', { ReferenceId })).json()
    expect(validated.event).toBe(event)
    expect((await fetch(testBed.url + result.Challenge)).status).toBe(404)
  })
})

describe('a sale with what an authentication left', () => {
  const evidence = { Cavv: 'AAAB', Xid: 'eA==', Version: '2.2.0', ReferenceID: 'a0eebc99' }
  const card = { CardNumber: '4000000000000010', Holder: 'MARIA', ExpirationDate: '12/2040', Brand: 'Visa' }
  const sell = async (Payment: object) => {
    const customer = { Name: 'Maria' }
    const order = { MerchantOrderId: `EXT${Math.random().toString(36).slice(2)}`, Customer: customer }
    return (await (await testBed.wire('POST', '/1/sales', { ...order, Payment })).json()).Payment
  }

  test.each([
    ['05', 2, '6'],
    ['06', 2, '6'],
    ['07', 3, 'AI'],
  ])('debit with ECI %s: status %s, code %s', async (Eci, Status, ReturnCode) => {
    const external = { Authenticate: true, ExternalAuthentication: { ...evidence, Eci } }
    const sold = await sell({ Type: 'DebitCard', Amount: 1250, DebitCard: card, ...external })
    expect(sold).toMatchObject({ Status, ReturnCode, Eci, ExternalAuthentication: { Eci, Cavv: 'AAAB' } })
    expect(sold).not.toHaveProperty('AuthenticationUrl')
  })

  test('credit: the authentication is echoed, and stored for queries', async () => {
    const external = { ExternalAuthentication: { ...evidence, Eci: '05' } }
    const credit = { Type: 'CreditCard', Amount: 1250, Installments: 1, Capture: true, CreditCard: card }
    const sold = await sell({ ...credit, ...external, Authenticate: true })
    expect(sold).toMatchObject({ Status: 2, Authenticate: true, Eci: '05' })
    const found = await (await testBed.wire('GET', `/1/sales/${sold.PaymentId}`)).json()
    expect(found.Payment).toMatchObject({ Eci: '05', ExternalAuthentication: { ReferenceId: 'a0eebc99' } })
    const dataOnly = { ExternalAuthentication: { Eci: '7', ReferenceID: 'a0', DataOnly: true } }
    expect(await sell({ ...credit, ...dataOnly })).toMatchObject({ Authenticate: false, Eci: '7' })
  })

  test('debit is refunded in part once, then in full', async () => {
    const external = { Authenticate: true, ExternalAuthentication: { ...evidence, Eci: '05' } }
    const { PaymentId } = await sell({ Type: 'DebitCard', Amount: 1250, DebitCard: card, ...external })
    const give = async (amount: string) =>
      (await testBed.wire('PUT', `/1/sales/${PaymentId}/void${amount}`)).status
    expect(await give('?amount=300')).toBe(200)
    expect(await give('?amount=200')).toBe(400)
    expect(await give('')).toBe(200)
  })
})
