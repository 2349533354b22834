import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testSale, stoppedClock, testMerchant } from '#simulators/cielo/testBed.ts'
import type { AuthoriseRequest } from '../../acquirer.ts'
import { cieloAcquirer } from './cielo.ts'
import { cardholderName, saleRequest } from './saleRequest.ts'
import { listen } from '#test/support/wire/listen.ts'

/** The fixed answer, and the last request received. */
let canned = { status: 201, body: '' }
let seen = { method: '', url: '', headers: {}, body: '' }
const server = createServer((request, response) => {
  const { status, body: reply } = canned
  void text(request).then((body) => {
    seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
    response.writeHead(status).end(reply)
  })
})
let acquirer: ReturnType<typeof cieloAcquirer>
const settings = {
  ...testMerchant,
  softDescriptor: 'ESTAÇÃO-CENTRAL 24',
  timeoutMs: 5_000,
  clock: stoppedClock('2026-03-10T15:00:00.000Z'),
}

beforeAll(async () => {
  const port = await listen(server)
  const url = `http://127.0.0.1:${port}/`
  acquirer = cieloAcquirer({ ...settings, transactionUrl: url, queryUrl: url, isSingleHost: true })
})
afterAll(() => server.close())

const answer = (status: number, body: object | string) => {
  canned = { status, body: typeof body === 'string' ? body : JSON.stringify(body) }
}
const payment = (fields: object) => ({ Payment: { PaymentId: 'p1', Amount: 1250, ...fields } })

describe('outcome of a sale by its answer', () => {
  test.each([
    [201, payment({ Status: 1, ReturnCode: '4' }), { outcome: 'approved', capturedCents: 0, voidedCents: 0 }],
    [201, payment({ Status: 2, ReturnCode: '6' }), { outcome: 'approved', capturedCents: 1250 }],
    [201, payment({ Status: 2, CapturedAmount: 700 }), { outcome: 'approved', capturedCents: 700 }],
    [
      200,
      payment({ Status: 2, VoidedAmount: 50 }),
      { outcome: 'approved', capturedCents: 1250, voidedCents: 50 },
    ],
    [
      200,
      payment({
        Status: 2,
        Chargebacks: [{ Amount: -700, CaseNumber: 7, ReasonMessage: `a\u0000${'b'.repeat(300)}` }],
      }),
      {
        outcome: 'approved',
        events: [{ kind: 'chargeback', number: '7', amountCents: null, text: `a ${'b'.repeat(198)}` }],
      },
    ],
    [200, payment({ Status: 10 }), { outcome: 'approved', capturedCents: 0, voidedCents: 1250 }],
    [
      200,
      payment({ Status: 10, CapturedAmount: 700 }),
      { outcome: 'approved', capturedCents: 700, voidedCents: 700 },
    ],
    [200, payment({ Status: 11 }), { outcome: 'approved', capturedCents: 1250, voidedCents: 1250 }],
    [201, payment({ Status: 3, ReturnCode: '51' }), { outcome: 'refused', cause: 'funds', returnCode: '51' }],
    [201, payment({ Status: 3, ReturnCode: 51 }), { outcome: 'refused', cause: 'funds' }],
    [201, payment({ Status: 3 }), { outcome: 'refused', cause: 'generic', returnCode: null }],
    [
      201,
      payment({ Status: 3, ReturnCode: '4', CreditCard: { Brand: 'Elo' } }),
      { outcome: 'refused', cause: 'merchant' },
    ],
    [200, payment({ Status: 13 }), { outcome: 'refused' }],
    [
      201,
      payment({ Status: 0, AuthenticationUrl: 'https://bank' }),
      { outcome: 'pending', nextAction: { type: 'url', url: 'https://bank' } },
    ],
    [201, payment({ Status: 0, ReturnCode: '99' }), { outcome: 'unknown', reference: 'p1' }],
    [201, payment({ Status: 12 }), { outcome: 'unknown', reference: 'p1' }],
    [201, payment({ Status: 20 }), { outcome: 'unknown', reference: 'p1' }],
    [201, payment({ Status: 2, Amount: null }), { outcome: 'unknown', reference: 'p1' }],
    [201, payment({ Status: 2, Amount: 12.5 }), { outcome: 'unknown', reference: null }],
    [201, '', { outcome: 'unknown' }],
    [201, '<html></html>', { outcome: 'unknown' }],
    [201, '{"Payment":', { outcome: 'unknown' }],
    [200, {}, { outcome: 'unknown' }],
    [302, '', { outcome: 'unknown' }],
    [400, [{ Code: 126, Message: '' }], { outcome: 'refused', cause: 'card_data', returnCode: '126' }],
    [400, [{ Code: 185, Message: '' }], { outcome: 'refused', cause: 'brand' }],
    [400, [{ Code: 302, Message: '' }], { outcome: 'unknown' }],
    [400, [{ Code: 0, Message: '' }], { outcome: 'unknown' }],
    [400, [], { outcome: 'unknown' }],
    [400, '<html></html>', { outcome: 'unknown' }],
    [401, '', { outcome: 'refused', cause: 'setup', returnCode: '401' }],
    [403, '', { outcome: 'refused', cause: 'setup', returnCode: '403' }],
    [404, '', { outcome: 'unknown' }],
    [408, '', { outcome: 'unknown' }],
    [429, '', { outcome: 'unknown' }],
    [500, [{ Code: 126 }], { outcome: 'unknown' }],
    [503, payment({ Status: 2 }), { outcome: 'unknown' }],
  ])('HTTP %i %j', async (status, body, expected) => {
    answer(status, body)
    expect(await acquirer.authorise(testSale())).toMatchObject(expected)
  })

  test.each([
    ['without its security code', null, 'cvv_missing'],
    ['with a wrong one', '999', 'cvv'],
  ] as const)('a saved card refused for its code, charged %s', async (_how, cvv, cause) => {
    answer(201, payment({ Status: 3, ReturnCode: 'N7', CreditCard: { Brand: 'Visa' } }))
    const card = { type: 'saved_card', kind: 'credit', acquirerToken: 't', brand: 'Visa', cvv } as const
    expect(await acquirer.authorise(testSale({ instrument: card }))).toMatchObject({
      outcome: 'refused',
      cause,
    })
  })

  test('a refusal has the retry rule of its brand', async () => {
    const denied = { Status: 3, ReturnCode: '82', MerchantAdviceCode: '03', CreditCard: { Brand: 'Master' } }
    answer(201, payment(denied))
    expect(await acquirer.authorise(testSale())).toHaveProperty('retry.class', 'irreversible')
    answer(201, payment({ ...denied, MerchantAdviceCode: undefined }))
    expect(await acquirer.authorise(testSale())).toHaveProperty('retry.class', 'reversible')
  })

  test.each([
    [{ SaveCard: true, CardToken: 't' }, 't'],
    [{ SaveCard: 'true', CardToken: 't' }, 't'],
    [{ SaveCard: 'false', CardToken: 't' }, null],
    [{ CardToken: 't' }, null],
    [{ SaveCard: true }, null],
  ])('the card %j gives the token %s', async (card, cardToken) => {
    answer(
      201,
      payment({ Status: 2, CreditCard: { CardNumber: '400000******0010', Brand: 'Visa', ...card } }),
    )
    expect(await acquirer.authorise(testSale())).toMatchObject({
      cardToken,
      lastDigits: '0010',
      brand: 'Visa',
    })
  })
})

describe('outcome of a query by order number', () => {
  test.each([
    [404, '', 'not_found'],
    [404, '<html></html>', 'unknown'],
    [404, [{ Code: 307 }], 'unknown'],
    [200, { Payments: [] }, 'unknown'],
    [200, { Payment: [] }, 'unknown'],
    [200, {}, 'unknown'],
    [200, '', 'unknown'],
    [401, '', 'unknown'],
    [500, '', 'unknown'],
  ])('HTTP %i %j is %s', async (status, body, outcome) => {
    answer(status, body)
    expect((await acquirer.findByOrderKey('KEY')).outcome).toBe(outcome)
  })

  test.each(['Payment', 'Payments'])('the list may be called %s, and name a sale twice', async (list) => {
    const sale = { PaymentId: 'p1', ReceveidDate: '2015-04-06T10:13:39.42' }
    answer(200, { [list]: [sale, sale] })
    server.once('request', () => answer(200, payment({ Status: 2 })))
    const found = await acquirer.findByOrderKey('KEY')
    expect(found).toMatchObject({ outcome: 'approved', capturedCents: 1250 })
    expect(found).not.toHaveProperty('others')
  })
})

test.each([
  [200, { Status: 1, ReturnCode: '843' }, '843', 'merchant'],
  [200, { Status: 1, ReturnCode: '842' }, '842', 'amount'],
])('a capture answered HTTP %i %j is refused', async (status, body, returnCode, cause) => {
  answer(status, { ...body, ...payment({ Status: 1 }) })
  expect(await acquirer.capture({ id: 'C1', reference: 'p1', amountCents: 100 })).toEqual({
    outcome: 'refused',
    reference: 'p1',
    returnCode,
    cause,
  })
})

test.each(['99', '223', '6'])(
  'a capture answered with code %s that the sale does not show is unknown',
  async (code) => {
    answer(200, { Status: 1, ReturnCode: code, ...payment({ Status: 1 }) })
    expect(await acquirer.capture({ id: 'C1', reference: 'p1', amountCents: 100 })).toMatchObject({
      outcome: 'unknown',
      reference: 'p1',
    })
  },
)

function requestOf({ instrument, ...sale }: AuthoriseRequest): object {
  if (!('kind' in instrument)) throw new Error('no card')
  return saleRequest({ ...sale, card: instrument }, 'X')
}

describe('the request', () => {
  test('carries the merchant, a request id, and the sale in Cielo’s words', async () => {
    answer(201, '')
    await acquirer.authorise(testSale({ orderKey: 'KEY1', save: true }))
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/1/sales/',
      headers: {
        merchantid: testMerchant.merchantId,
        merchantkey: testMerchant.merchantKey,
        requestid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        'content-type': 'application/json',
      },
    })
    expect(JSON.parse(seen.body)).toEqual({
      MerchantOrderId: 'KEY1',
      Customer: {
        Name: 'Maria de Souza',
        Identity: '52998224725',
        IdentityType: 'CPF',
        Email: 'maria@example.com',
        Address: {
          Street: 'Rua das Flores',
          Number: '10',
          Complement: '',
          ZipCode: '80010000',
          City: 'Curitiba',
          State: 'PR',
          Country: 'BRA',
        },
      },
      Payment: {
        Type: 'CreditCard',
        Amount: 1250,
        Currency: 'BRL',
        Country: 'BRA',
        SoftDescriptor: 'ESTACAOCENTRA',
        Installments: 1,
        Interest: 'ByMerchant',
        Capture: true,
        Authenticate: false,
        CreditCard: {
          CardNumber: '4000000000000010',
          Holder: 'JOSE D AVILA',
          ExpirationDate: '12/2040',
          SecurityCode: '123',
          Brand: 'Visa',
          SaveCard: true,
          CardOnFile: { Usage: 'First' },
        },
      },
    })
  })

  const saved = (brand: 'Master' | 'Visa' | 'Elo' | 'Amex') =>
    ({ type: 'saved_card', kind: 'credit', acquirerToken: 't-1', brand, cvv: '123' }) as const

  test('sends CardOnFile for the brands that require it, on the first sale and on later ones', () => {
    const C1 = { Category: 'C1', Subcategory: 'CredentialsOnFile' }
    const used = { CardOnFile: { Usage: 'Used', Reason: 'Unscheduled' }, SecurityCode: '123' }
    const first = requestOf(testSale({ number: '5200000000000031', save: true }))
    expect(first).toMatchObject({
      Payment: { InitiatedTransactionIndicator: C1, CreditCard: { CardOnFile: { Usage: 'First' } } },
    })
    expect(requestOf(testSale({ instrument: saved('Master') }))).toMatchObject({
      Payment: { InitiatedTransactionIndicator: C1, CreditCard: used },
    })
    for (const brand of ['Visa', 'Elo'] as const) {
      const request = requestOf(testSale({ instrument: saved(brand) }))
      expect(request).toMatchObject({ Payment: { CreditCard: used } })
      expect(JSON.stringify(request)).not.toContain('InitiatedTransactionIndicator')
    }
    const amex = [
      testSale({ instrument: saved('Amex') }),
      testSale({ number: '378282246310005', save: true }),
    ]
    const typed = testSale({ number: '5200000000000031' })
    for (const sale of [...amex, typed])
      expect(JSON.stringify(requestOf(sale))).not.toMatch(/CardOnFile|InitiatedTransactionIndicator/)
  })

  test.each([
    ['José D’Ávila 3º', 'Jose D Avila'],
    ["Ana-Lúcia O'Neill", 'Ana Lucia O Neill'],
    ['Oficina 24 Horas Ltda.', 'Oficina Horas Ltda'],
    [`A${'b'.repeat(300)}`, `A${'b'.repeat(254)}`],
    ['123', 'Cliente'],
    ['王小明', 'Cliente'],
  ])('writes the payer %s as %s', (name, Name) => {
    expect(requestOf(testSale({ payer: { ...testSale().payer, name } }))).toMatchObject({
      Customer: { Name },
    })
  })

  test('of a debit sale has Authenticate true', () => {
    expect(requestOf(testSale({ kind: 'debit' }))).toMatchObject({
      Payment: {
        Type: 'DebitCard',
        Authenticate: true,
        ExternalAuthentication: { Eci: '05' },
        DebitCard: { CardNumber: '4000000000000010' },
      },
    })
  })

  test('has the authentication’s evidence, for credit and debit', () => {
    const authentication = {
      version: '2.2.0',
      eci: '05',
      cavv: 'AAAB',
      xid: null,
      dataOnly: false,
      referenceId: 'r-1',
    }
    const node = { Cavv: 'AAAB', Eci: '05', Version: '2.2.0', ReferenceID: 'r-1' }
    for (const kind of ['credit', 'debit'] as const) {
      const request = requestOf(testSale({ kind, authentication }))
      expect(request).toMatchObject({ Payment: { Authenticate: true, ExternalAuthentication: node } })
      expect(JSON.stringify(request)).not.toContain('Xid')
    }
  })

  test('for Pix is not sent by the adapter of cards', async () => {
    seen = { ...seen, method: 'none' }
    expect(await acquirer.authorise(testSale({ instrument: { type: 'pix' } }))).toMatchObject({
      outcome: 'refused',
      cause: 'instrument',
    })
    expect(seen.method).toBe('none')
  })

  test('of a company and of a payer without an address', () => {
    const payer = { ...testSale().payer, taxId: '12ABC34501DE35', address: null }
    const request = requestOf(testSale({ payer }))
    expect(request).toMatchObject({ Customer: { Identity: '12ABC34501DE35', IdentityType: 'CNPJ' } })
    expect(JSON.stringify(request)).not.toContain('Address')
  })

  test.each([
    ['José D’Ávila 3º', 'JOSE D AVILA'],
    ['  maria   da conceição ', 'MARIA DA CONCEICAO'],
    ['Maximiliano Albuquerque Cavalcanti', 'MAXIMILIANO ALBUQUERQUE C'],
    ['Ana-Lúcia O. Müller', 'ANA LUCIA O MULLER'],
    ['Maximilianos Albuquerque Z', 'MAXIMILIANOS ALBUQUERQUE'],
    ['123', ''],
  ])('writes the cardholder %s as %s', (name, written) => {
    expect(cardholderName(name)).toBe(written)
  })
})

describe('a notification', () => {
  const id = '24bc8366-fc31-4d6c-8555-17049a836a07'
  const told = (body: unknown, headers: Record<string, string> = {}) => ({ headers, body, secret: null })
  const withSecret = () =>
    cieloAcquirer({
      ...settings,
      transactionUrl: '',
      queryUrl: '',
      notificationHeader: { name: 'X-Secret', value: 'abc' },
    })

  test('names the sale', () => {
    expect(acquirer.readNotification(told({ PaymentId: id, ChangeType: 1 }))).toEqual({ references: [id] })
  })

  test.each([
    [null],
    ['x'],
    [{}],
    [{ PaymentId: 1 }],
    [{ PaymentId: '' }],
    [{ PaymentId: '../x' }],
    [{ PaymentId: 'nonsense' }],
  ])('is not %j', (body) => expect(acquirer.readNotification(told(body))).toBeNull())

  test('needs the configured header', () => {
    const body = { PaymentId: id }
    expect(withSecret().readNotification(told(body, { 'x-secret': 'abc' }))).toEqual({ references: [id] })
    expect(withSecret().readNotification(told(body, { 'x-secret': 'abd' }))).toBeNull()
    expect(withSecret().readNotification(told(body))).toBeNull()
  })
})
