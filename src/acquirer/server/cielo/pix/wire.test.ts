import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildBrCode } from '../../../brCode.ts'
import { testPixSale } from '#simulators/pix/pixTestBed.ts'
import { testMerchant } from '#simulators/cielo/testBed.ts'
import { type Canned, openCannedBank } from '#test/support/pix/cannedBank.ts'
import { cieloPixAcquirer } from './cieloPix.ts'

let cielo: Awaited<ReturnType<typeof openCannedBank>>
beforeAll(async () => {
  cielo = await openCannedBank()
})
afterAll(() => cielo.close())
beforeEach(() => {
  cielo.asked.length = 0
})
const adapter = (timeoutMs = 1_000) => {
  const clock = { now: () => new Date() }
  const urls = { transactionUrl: cielo.url, queryUrl: cielo.url, isSingleHost: true }
  return cieloPixAcquirer({ ...testMerchant, ...urls, softDescriptor: 'X', timeoutMs, clock }, 300)
}

const location = 'pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca25'
const QrCodeString = buildBrCode({ location, amountCents: 1250 })
const EndToEndId = `E${'1'.repeat(31)}`
const brasilia = (at: number) => new Date(at - 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
const pix = (change: object = {}) => ({
  MerchantOrderId: 'KEY',
  Payment: {
    PaymentId: 'p-1',
    Type: 'Pix',
    Provider: 'Cielo2',
    Amount: 1250,
    Status: 12,
    ReturnCode: '0',
    QrCodeString,
    ReceivedDate: brasilia(Date.now()),
    ...change,
  },
})

test.each([
  ['in UTC', () => new Date().toISOString()],
  ['in another zone', () => brasilia(Date.now() - 3_600_000)],
  ['null', () => null],
  ['in no format', () => 'x'],
])('a code is valid for the requested time, although Cielo’s date is %s', async (_, received) => {
  cielo.canned.answer = () => ({ status: 200, body: pix({ ReceivedDate: received() }) })
  const askedAt = new Date()
  const until = new Date(askedAt.getTime() + 300_000)
  expect(await adapter(300).findByReference('p-1', askedAt)).toMatchObject({
    outcome: 'pending',
    expiresAt: until,
  })
  const long = new Date(askedAt.getTime() - 400_000)
  expect(await adapter(300).findByReference('p-1', long)).toMatchObject({
    outcome: 'refused',
    cause: 'ended',
  })
})

test('numbers as texts and odd optional fields are read', async () => {
  const fields = {
    Status: '2',
    Amount: '1250',
    CapturedAmount: '1250',
    VoidedAmount: '300',
    EndToEndId: 'x y',
  }
  cielo.canned.answer = () => ({ status: 200, body: pix(fields) })
  expect(await adapter().findByReference('p-1')).toMatchObject({
    outcome: 'approved',
    capturedCents: 1250,
    voidedCents: 300,
    endToEndId: null,
  })
})

test('a new Pix is requested in Cielo’s format', async () => {
  cielo.canned.answer = () => ({ status: 201, body: pix() })
  const payer = { ...testPixSale().payer, name: 'José D’Ávila 3º', email: null, address: null }
  const told = await adapter().authorise(testPixSale({ orderKey: 'KEY', payer }))
  expect(told).toMatchObject({
    outcome: 'pending',
    reference: 'p-1',
    nextAction: { type: 'qr', text: QrCodeString },
  })
  expect(JSON.parse(cielo.asked[0]?.body ?? '')).toEqual({
    MerchantOrderId: 'KEY',
    Customer: { Name: 'Jose D Avila', Identity: '52998224725', IdentityType: 'CPF' },
    Payment: { Type: 'Pix', Provider: 'Cielo2', Amount: 1250, QrCode: { Expiration: 300 } },
  })
})

test.each<[string, Canned, object]>([
  [
    'an id written in another way',
    { status: 201, body: pix({ PaymentId: undefined, Paymentid: 'p-2' }) },
    { outcome: 'pending', reference: 'p-2' },
  ],
  [
    'Pix not enabled',
    { status: 422, body: { Message: 'Error on Merchant Integration' } },
    { outcome: 'refused', cause: 'instrument', returnCode: '422' },
  ],
  ['a wrong key', { status: 401, body: '' }, { outcome: 'refused', returnCode: '401' }],
  ['500', { status: 500, body: '' }, { outcome: 'unknown' }],
  ['no answer', undefined, { outcome: 'unknown' }],
  ['no id', { status: 201, body: pix({ PaymentId: undefined }) }, { outcome: 'unknown' }],
  ['a sale by card', { status: 201, body: pix({ Type: 'CreditCard' }) }, { outcome: 'unknown' }],
  ['a code of another amount', { status: 201, body: pix({ Amount: 1251 }) }, { outcome: 'unknown' }],
])('a new Pix answered with %s', async (_name, answer, outcome) => {
  cielo.canned.answer = () => answer
  expect(await adapter(300).authorise(testPixSale())).toMatchObject(outcome)
})

test.each<[string, object, object]>([
  [
    'paid',
    { Status: 2, EndToEndId },
    { outcome: 'approved', capturedCents: 1250, voidedCents: 0, endToEndId: EndToEndId },
  ],
  [
    'paid with another amount',
    { Status: 2, EndToEndId, CapturedAmount: 900 },
    { outcome: 'approved', amountCents: 1250, capturedCents: 900 },
  ],
  [
    'on its way back',
    { Status: 12, EndToEndId, CapturedAmount: 1250 },
    { outcome: 'approved', capturedCents: 1250, voidedCents: 0 },
  ],
  ['given back', { Status: 11, EndToEndId }, { outcome: 'approved', capturedCents: 1250, voidedCents: 1250 }],
  [
    'given back in part',
    { Status: 2, EndToEndId, VoidedAmount: 300 },
    { outcome: 'approved', voidedCents: 300 },
  ],
  ['run out', { Status: 13 }, { outcome: 'refused', cause: 'ended' }],
  ['run out, as 3', { Status: 3 }, { outcome: 'refused', cause: 'ended' }],
  ['run out, as 10', { Status: 10 }, { outcome: 'refused', cause: 'ended' }],
  [
    'waiting past its time',
    { ReceivedDate: brasilia(Date.now() - 361_000) },
    { outcome: 'refused', returnCode: 'EXPIRADA' },
  ],
  [
    'waiting for a payment that may be on its way',
    { ReceivedDate: brasilia(Date.now() - 330_000) },
    { outcome: 'pending' },
  ],
  ['waiting without its code', { QrCodeString: undefined }, { outcome: 'unknown' }],
  ['not finished', { Status: 0 }, { outcome: 'unknown' }],
])('a query: %s', async (_name, change, outcome) => {
  cielo.canned.answer = () => ({ status: 200, body: pix(change) })
  expect(await adapter().findByReference('p-1')).toMatchObject(outcome)
})

test('no refund is requested while one is in progress', async () => {
  cielo.canned.answer = () => ({ status: 200, body: pix({ Status: 12, EndToEndId, CapturedAmount: 1250 }) })
  const outcome = await adapter().refund({ id: 'R1', reference: 'p-1', amountCents: 100 })
  expect(outcome).toMatchObject({ outcome: 'pending' })
  expect(cielo.asked.filter(({ method }) => method === 'PUT')).toEqual([])
})

test('an accepted refund is in progress, even if the query does not show it yet', async () => {
  const paid: Canned = { status: 200, body: pix({ Status: 2, EndToEndId }) }
  cielo.canned.answer = ({ method }) => (method === 'PUT' ? { status: 200, body: { Status: 12 } } : paid)
  expect(await adapter().void({ id: 'V1', reference: 'p-1' })).toMatchObject({ outcome: 'pending' })
})

test('a refund without balance is refused, and one without an answer is unknown', async () => {
  const paid: Canned = { status: 200, body: pix({ Status: 2, EndToEndId }) }
  cielo.canned.answer = ({ method }) => (method === 'PUT' ? { status: 422, body: {} } : paid)
  expect(await adapter().void({ id: 'V1', reference: 'p-1' })).toMatchObject({
    outcome: 'refused',
    returnCode: '422',
  })
  cielo.canned.answer = ({ method }) => (method === 'PUT' ? { status: 504, body: '' } : paid)
  expect(await adapter().void({ id: 'V1', reference: 'p-1' })).toMatchObject({ outcome: 'unknown' })
})

test('a partial refund with an unknown result is not repeated; a full one is', async () => {
  cielo.canned.answer = ({ method }) =>
    method === 'PUT'
      ? { status: 200, body: { Status: 12 } }
      : { status: 200, body: pix({ Status: 2, EndToEndId }) }
  const part = { id: 'R1', reference: 'p-1', amountCents: 300, isRepeat: true }
  expect(await adapter().findByReference('p-1')).toMatchObject({ voidedCents: 0, isVoidAmountMissing: true })
  expect(await adapter().refund(part)).toMatchObject({ outcome: 'later' })
  expect(await adapter().refund({ ...part, isRepeat: false, refundedCents: 300 })).toMatchObject({
    outcome: 'later',
  })
  expect(cielo.asked.filter(({ method }) => method === 'PUT')).toEqual([])
  expect(await adapter().refund({ ...part, amountCents: 1250 })).toMatchObject({ outcome: 'pending' })
  expect(cielo.asked.filter(({ method }) => method === 'PUT')).toHaveLength(1)
})

test('a partial refund of an unreadable Pix is not requested', async () => {
  cielo.canned.answer = () => ({ status: 500, body: '' })
  const part = { id: 'R1', reference: 'p-1', amountCents: 300 }
  expect(await adapter().refund(part)).toMatchObject({ outcome: 'later' })
  expect(cielo.asked.filter(({ method }) => method === 'PUT')).toEqual([])
})

test('a refund above the rest is refused without a call', async () => {
  cielo.canned.answer = () => ({ status: 200, body: pix({ Status: 2, EndToEndId, VoidedAmount: 300 }) })
  const more = { id: 'R1', reference: 'p-1', amountCents: 951 }
  expect(await adapter().refund(more)).toMatchObject({ outcome: 'refused', returnCode: '309' })
  expect(cielo.asked.filter(({ method }) => method === 'PUT')).toEqual([])
})
