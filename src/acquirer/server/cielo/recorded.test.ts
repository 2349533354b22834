import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Acquirer } from '../../acquirer.ts'
import { saleOf, stoppedClock, trialMerchant } from '../../simulator/trial.ts'
import { cieloAcquirer } from './cielo.ts'

/**
 * Exchanges that were recorded of Cielo or are documented by it, written down again by us with invented numbers: what
 * came back, in order, and what the adapter makes of it.
 */
type Answer = readonly [status: number, body: unknown]
type Call = (acquirer: Acquirer) => Promise<unknown>

const reference = '24bc8366-fc31-4d6c-8555-17049a836a07'
const card = { CardNumber: '402400******3191', Holder: 'MARIA', ExpirationDate: '12/2040', Brand: 'Visa' }
const master = { ...card, CardNumber: '523300******0001', Brand: 'Master' }
const base = {
  ServiceTaxAmount: 0,
  Installments: 1,
  Interest: 0,
  Capture: true,
  Authenticate: false,
  Recurrent: false,
  CreditCard: card,
  Tid: '1006993069000',
  ProofOfSale: '674532',
  AuthorizationCode: 'A1B2C3',
  Provider: 'Cielo',
  IsQrCode: false,
  IsSplitted: false,
  Amount: 1250,
  ReceivedDate: '2026-03-10 12:00:00',
  Currency: 'BRL',
  Country: 'BRA',
  PaymentId: reference,
  Type: 'CreditCard',
  ExtraDataCollection: [],
  Links: [],
}
/** A sale; what a row says of it, and `null` for what it lacks. */
const sale = (fields: object) => ({
  MerchantOrderId: 'K1',
  Customer: { Name: 'Maria' },
  Payment: { ...base, ...fields },
})
const taken = sale({
  Status: 2,
  ReturnCode: '6',
  ReturnMessage: 'Operation Successful',
  CapturedAmount: 1250,
})
const voided = (amount: number, Status: number) =>
  sale({
    Status,
    ReturnCode: '6',
    CapturedAmount: 1250,
    VoidedAmount: amount,
    VoidedDate: '2026-03-11 09:00:00',
  })
const errors = (...codes: number[]) => codes.map((Code) => ({ Code, Message: 'text' }))

const buy: Call = (acquirer) => acquirer.authorise(saleOf())
const buySaved: Call = (acquirer) =>
  acquirer.authorise(
    saleOf({
      instrument: { type: 'saved_card', kind: 'credit', acquirerToken: 't', brand: 'Visa', cvv: null },
    }),
  )
const ask: Call = (acquirer) => acquirer.findByReference(reference)
const lookUp: Call = (acquirer) => acquirer.find('K1')
const take: Call = (acquirer) => acquirer.capture({ id: 'C1', reference, amountCents: 500 })
const giveBack: Call = (acquirer) => acquirer.void({ id: 'V1', reference })
const giveBackPart: Call = (acquirer) => acquirer.refund({ id: 'R1', reference, amountCents: 200 })

const rows: readonly [what: string, call: Call, answers: readonly Answer[], outcome: object][] = [
  [
    'a sale taken, letters in its authorisation, Tid of 13 digits',
    buy,
    [[201, taken]],
    {
      outcome: 'approved',
      capturedCents: 1250,
      nsu: '674532',
      authorisationCode: 'A1B2C3',
      lastDigits: '3191',
    },
  ],
  [
    'a sale held',
    buy,
    [[201, sale({ Status: 1, ReturnCode: '4' })]],
    { outcome: 'approved', capturedCents: 0 },
  ],
  [
    'a sale by token: neither number nor holder',
    buySaved,
    [
      [
        201,
        sale({ Status: 2, ReturnCode: '6', CreditCard: { SaveCard: false, CardToken: 't', Brand: 'Visa' } }),
      ],
    ],
    { outcome: 'approved', brand: 'Visa', lastDigits: null, cardToken: null },
  ],
  [
    'a stored card’s first sale',
    buy,
    [
      [
        201,
        sale({
          Status: 2,
          ReturnCode: '6',
          IssuerTransactionId: '580027442382078',
          CreditCard: { ...card, SaveCard: true, CardToken: 'tok' },
        }),
      ],
    ],
    { outcome: 'approved', cardToken: 'tok' },
  ],
  [
    'a brand that Cielo does not know',
    buy,
    [[201, sale({ Status: 2, CreditCard: { ...card, Brand: 'Undefined' } })]],
    { outcome: 'approved', brand: 'Undefined' },
  ],
  [
    'denied for want of money',
    buy,
    [[201, sale({ Status: 3, ReturnCode: '51', AuthorizationCode: null })]],
    { outcome: 'refused', cause: 'funds', returnCode: '51', advice: null, brand: 'Visa' },
  ],
  [
    'denied, with Mastercard’s advice',
    buy,
    [[201, sale({ Status: 3, ReturnCode: '82', MerchantAdviceCode: '03', CreditCard: master })]],
    { outcome: 'refused', returnCode: '82', advice: '03', brand: 'Master' },
  ],
  [
    'denied, the code only as the provider’s',
    buy,
    [[201, sale({ Status: 3, ProviderReturnCode: '54' })]],
    { outcome: 'refused', cause: 'expired', returnCode: '54' },
  ],
  [
    'a stored card denied for want of its security code',
    buySaved,
    [[201, sale({ Status: 3, ReturnCode: 'N7' })]],
    { outcome: 'refused', cause: 'cvv_missing' },
  ],
  [
    'Velocity: Status 0 without a ReturnCode',
    buy,
    [
      [
        201,
        sale({ Status: 0, ReasonCode: 16, ReasonMessage: 'AbortedByFraud', ProviderReturnCode: 'BP171' }),
      ],
    ],
    { outcome: 'refused', cause: 'velocity', returnCode: 'BP171' },
  ],
  [
    'Velocity, only the reason',
    buy,
    [[201, sale({ Status: 0, ReasonCode: 16 })]],
    { outcome: 'refused', cause: 'velocity' },
  ],
  [
    'the shop’s set-up, and the query says the same',
    buy,
    [
      [201, sale({ Status: 0, ReturnCode: '001' })],
      [200, sale({ Status: 0, ReturnCode: '001' })],
    ],
    { outcome: 'refused', cause: 'setup', returnCode: '001' },
  ],
  [
    'the shop’s set-up, and the query shows money',
    buy,
    [
      [201, sale({ Status: 0, ReturnCode: '002' })],
      [200, taken],
    ],
    { outcome: 'approved', capturedCents: 1250 },
  ],
  [
    'the shop’s set-up, and the query does not know it',
    buy,
    [
      [201, sale({ Status: 0, ReturnCode: '003' })],
      [404, ''],
    ],
    { outcome: 'unknown', reference },
  ],
  ['a time-out', buy, [[201, sale({ Status: 0, ReturnCode: '99' })]], { outcome: 'unknown', reference }],
  [
    'a time-out at Cielo’s own',
    buy,
    [[201, sale({ Status: 0, ReturnCode: 'BP900', TryAutomaticCancellation: true })]],
    { outcome: 'unknown', reference },
  ],
  [
    'Status 0 and "0": seen with money that was captured',
    ask,
    [[200, sale({ Status: 0, ReturnCode: '0' })]],
    { outcome: 'unknown', reference },
  ],
  ['Status 0 and nothing', ask, [[200, sale({ Status: 0 })]], { outcome: 'unknown', reference }],
  ['aborted', ask, [[200, sale({ Status: 13 })]], { outcome: 'refused' }],
  [
    'a wrong key: 401 without a body',
    buy,
    [[401, '']],
    { outcome: 'refused', cause: 'setup', returnCode: '401' },
  ],
  [
    'an address that is not on the list',
    buy,
    [[403, errors(301)]],
    { outcome: 'refused', cause: 'setup', returnCode: '403' },
  ],
  [
    'a MerchantId that is no GUID',
    buy,
    [[400, errors(114)]],
    { outcome: 'refused', cause: 'setup', returnCode: '114' },
  ],
  ['letters in the number', buy, [[400, errors(127)]], { outcome: 'refused', cause: 'card_data' }],
  ['a brand that has ended', buy, [[400, errors(185)]], { outcome: 'refused', cause: 'brand' }],
  ['an internal error may have sold', buy, [[400, errors(0)]], { outcome: 'unknown' }],
  [
    'the list of an order, dates with a T',
    lookUp,
    [
      [200, { ReasonCode: 0, Payments: [{ PaymentId: reference, ReceveidDate: '2026-03-10T12:00:00.42' }] }],
      [200, taken],
    ],
    { outcome: 'approved', capturedCents: 1250 },
  ],
  [
    'the list, and the sale itself is not there yet',
    lookUp,
    [
      [200, { ReasonCode: 0, Payments: [{ PaymentId: reference, ReceveidDate: '2026-03-10T12:00:00.4' }] }],
      [404, ''],
    ],
    { outcome: 'unknown' },
  ],
  ['an order that nobody made', lookUp, [[404, '']], { outcome: 'not_found' }],
  ['a malformed PaymentId', ask, [[400, errors(307)]], { outcome: 'unknown' }],
  ['the wrong host', ask, [[405, '']], { outcome: 'unknown' }],
  [
    'a sale disputed later',
    ask,
    [
      [
        200,
        sale({
          Status: 2,
          CapturedAmount: 1250,
          Chargebacks: [{ Amount: 1250, CaseNumber: '1', Status: 'Received' }],
        }),
      ],
    ],
    { outcome: 'approved', capturedCents: 1250, voidedCents: 0 },
  ],
  [
    'a capture of a part',
    take,
    [
      [200, { Status: 2, ReturnCode: '6', ReturnMessage: 'Operation Successful' }],
      [200, sale({ Status: 2, CapturedAmount: 500 })],
    ],
    { outcome: 'approved', capturedCents: 500 },
  ],
  [
    'a capture too late',
    take,
    [
      [200, { Status: 1, ReturnCode: '843' }],
      [200, sale({ Status: 1 })],
    ],
    { outcome: 'refused', returnCode: '843' },
  ],
  [
    'a capture refused by the API',
    take,
    [
      [400, errors(308)],
      [200, sale({ Status: 13 })],
    ],
    { outcome: 'refused', returnCode: '308' },
  ],
  [
    'a void of the day',
    giveBack,
    [
      [200, { Status: 10, ReturnCode: '9' }],
      [200, voided(1250, 10)],
    ],
    { outcome: 'approved', voidedCents: 1250 },
  ],
  [
    'a void of a later day, code 0',
    giveBack,
    [
      [200, { Status: 11, ReturnCode: '0' }],
      [200, voided(1250, 11)],
    ],
    { outcome: 'approved', voidedCents: 1250 },
  ],
  [
    'a void repeated',
    giveBack,
    [
      [400, errors(309)],
      [200, voided(1250, 10)],
    ],
    { outcome: 'approved', voidedCents: 1250 },
  ],
  [
    'a void that failed with code 6',
    giveBack,
    [
      [200, { Status: 2, ReturnCode: '6' }],
      [200, taken],
    ],
    { outcome: 'unknown' },
  ],
  [
    'a void that is not for today',
    giveBack,
    [
      [200, { Status: 2, ReturnCode: '41' }],
      [200, taken],
    ],
    { outcome: 'later', notBefore: new Date('2026-03-11T03:10:00.000Z') },
  ],
  [
    'a part on the day of the sale',
    giveBackPart,
    [
      [200, taken],
      [200, { Status: 2, ReturnCode: '100' }],
      [200, taken],
    ],
    { outcome: 'later', notBefore: new Date('2026-03-11T03:10:00.000Z') },
  ],
  [
    'the same as HTTP 400',
    giveBackPart,
    [
      [200, taken],
      [400, { ReturnCode: '100', ReturnMessage: 'x' }],
      [200, taken],
    ],
    { outcome: 'later' },
  ],
  [
    'a void without a balance',
    giveBack,
    [
      [200, { Status: 2, ReturnCode: '55' }],
      [200, taken],
    ],
    { outcome: 'refused', returnCode: '55' },
  ],
  [
    'a void on its way',
    giveBack,
    [
      [200, { Status: 2, ReturnCode: '476' }],
      [200, taken],
    ],
    { outcome: 'pending', until: new Date('2026-03-11T15:00:00.000Z') },
  ],
  [
    'a void on its way that the sale shows',
    giveBack,
    [
      [200, { Status: 2, ReturnCode: '223' }],
      [200, voided(1250, 11)],
    ],
    { outcome: 'approved', voidedCents: 1250 },
  ],
  [
    'a void that nobody knows of',
    giveBack,
    [
      [200, { Status: 2, ReturnCode: 'BP900' }],
      [200, taken],
    ],
    { outcome: 'unknown' },
  ],
  [
    'a part, acknowledged before the query shows it',
    giveBackPart,
    [
      [200, taken],
      [200, { Status: 2, ReasonCode: 0, ProviderReturnCode: '0', ReturnCode: '0' }],
      [200, taken],
    ],
    { outcome: 'approved', voidedCents: 200 },
  ],
  [
    'more than is left is not asked for',
    giveBackPart,
    [[200, voided(1100, 2)]],
    { outcome: 'refused', returnCode: '309', cause: 'amount' },
  ],
]

let line: Answer[] = []
const cielo = createServer((request, response) => {
  request.resume().on('end', () => {
    // Whether the query host is one is asked besides: that sale nobody made.
    const isProbe = line.length === 0
    const [status, body] = line.shift() ?? [404, '']
    response.writeHead(status).end(isProbe || body === '' ? '' : JSON.stringify(body))
  })
})
let acquirer: Acquirer
beforeAll(async () => {
  cielo.listen(0, '127.0.0.1')
  await once(cielo, 'listening')
  const address = cielo.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const url = `http://127.0.0.1:${address.port}`
  const clock = stoppedClock('2026-03-10T15:00:00.000Z')
  const where = { transactionUrl: url, queryUrl: url, isOneHost: true }
  acquirer = cieloAcquirer({ ...where, ...trialMerchant, softDescriptor: 'X', timeoutMs: 5_000, clock })
})
beforeEach(() => {
  line = []
})
afterAll(() => {
  cielo.closeAllConnections()
  cielo.close()
})

test.each(rows)('%s', async (_what, call, answers, outcome) => {
  line = [...answers]
  expect(await call(acquirer)).toMatchObject(outcome)
  expect(line).toEqual([])
})
