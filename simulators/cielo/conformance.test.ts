import https from 'node:https'
import { connect as connectPlain } from 'node:net'
import tls from 'node:tls'
import { Cielo, EnumBrands, EnumCardType } from 'cielo'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBed, testMerchant } from './testBed.ts'
import { listen } from '#test/support/wire/listen.ts'

/**
 * The npm client `cielo`, by other authors, against the simulator. It only knows Cielo's hosts on port 443,
 * so its sockets are redirected, with a shared key instead of a certificate.
 */
const psk = { psk: Buffer.alloc(32, 1), identity: 'conformance' }
const suite = { ciphers: 'PSK-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' } as const

let testBed: Awaited<ReturnType<typeof openTestBed>>
let gate: tls.Server
const realConnection = https.globalAgent.createConnection

beforeAll(async () => {
  testBed = await openTestBed()
  const simulatorPort = Number(new URL(testBed.url).port)
  gate = tls.createServer({ ...suite, pskCallback: () => psk.psk }, (socket) => {
    const inner = connectPlain(simulatorPort, '127.0.0.1')
    socket.pipe(inner).pipe(socket)
    socket.on('error', () => inner.destroy())
    inner.on('error', () => socket.destroy())
  })
  const port = await listen(gate)
  https.globalAgent.createConnection = () =>
    tls.connect({
      ...suite,
      port,
      host: '127.0.0.1',
      pskCallback: () => psk,
      checkServerIdentity: () => undefined,
    })
})
afterAll(async () => {
  https.globalAgent.createConnection = realConnection
  https.globalAgent.destroy()
  await testBed.close()
  gate.close()
})

const client = () => new Cielo({ ...testMerchant, sandbox: true })
const creditCard = {
  cardNumber: '4000000000000010',
  holder: 'Maria Souza',
  expirationDate: '12/2040',
  securityCode: '123',
  brand: EnumBrands.VISA,
  saveCard: true,
}
const saleFor = (merchantOrderId: string, capture: boolean) => ({
  merchantOrderId,
  customer: { name: 'Maria Souza' },
  payment: { type: EnumCardType.CREDIT, amount: 1250, installments: 1, capture, creditCard },
})

test('authorises, captures in part, voids and finds', async () => {
  const { payment } = await client().creditCard.transaction(saleFor('CONF1', false))
  expect(payment).toMatchObject({ status: 1, amount: 1250, returnCode: '4' })
  const { paymentId } = payment

  const captured = await client().creditCard.captureSaleTransaction({ paymentId, amount: 500 })
  expect(captured).toMatchObject({ status: 2, returnCode: '6' })
  expect(await client().consult.paymentId({ paymentId })).toMatchObject({
    merchantOrderId: 'CONF1',
    payment: { status: 2, capturedAmount: 500 },
  })

  expect(await client().creditCard.cancelTransaction({ paymentId })).toMatchObject({
    status: 10,
    returnCode: '9',
  })
  expect(await client().consult.merchantOrderId({ merchantOrderId: 'CONF1' })).toMatchObject({
    payments: [{ paymentId }],
  })
})

test('voids by order number', async () => {
  await client().creditCard.transaction(saleFor('CONF2', true))
  expect(await client().creditCard.cancelTransaction({ merchantOrderId: 'CONF2' })).toMatchObject({
    status: 10,
  })
})

test('keeps a card and pays with it', async () => {
  const { cardNumber, holder, expirationDate, brand } = creditCard
  const kept = await client().card.createTokenizedCard({
    customerName: 'Maria',
    cardNumber,
    holder,
    expirationDate,
    brand,
  })
  const card = await client().consult.cardtoken({ cardToken: kept.cardToken })
  expect(card).toMatchObject({ cardNumber: '400000******0010' })
})

test('debit without an authentication is denied', async () => {
  const { payment } = await client().debitCard.createSimpleTransaction({
    merchantOrderId: 'CONF3',
    customer: { name: 'Maria Souza' },
    payment: {
      type: EnumCardType.DEBIT,
      amount: 1250,
      authenticate: true,
      returnUrl: 'http://127.0.0.1/back',
      provider: 'Simulado',
      debitCard: creditCard,
    },
  })
  expect(payment).toMatchObject({ status: 3, returnCode: '014' })
  expect(payment).not.toHaveProperty('authenticationUrl')
})

test('a refused card is a 201, a wrong one a 400 with Cielo’s code', async () => {
  const denied = saleFor('CONF4', true)
  denied.payment.creditCard = { ...creditCard, cardNumber: '4000000000000093' }
  expect(await client().creditCard.transaction(denied)).toMatchObject({
    payment: { status: 3, returnCode: '57' },
  })
  denied.payment.creditCard = { ...creditCard, expirationDate: '12/2020' }
  await expect(client().creditCard.transaction(denied)).rejects.toMatchObject({
    statusCode: 400,
    response: { Code: 126 },
  })
})
