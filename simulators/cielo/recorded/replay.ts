import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Acquirer } from '#acquirer/acquirer.ts'
import { stoppedClock, testMerchant } from '../testBed.ts'
import { cieloAcquirer } from '#acquirer/server/cielo/cielo.ts'

/** Exchanges recorded or documented by Cielo, rewritten with invented numbers. */
type Answer = readonly [status: number, body: unknown]
export type Call = (acquirer: Acquirer) => Promise<unknown>

export const reference = '24bc8366-fc31-4d6c-8555-17049a836a07'
export const card = {
  CardNumber: '402400******3191',
  Holder: 'MARIA',
  ExpirationDate: '12/2040',
  Brand: 'Visa',
}
export const master = { ...card, CardNumber: '523300******0001', Brand: 'Master' }
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
/** `null` removes a field. */
export const sale = (fields: object) => ({
  MerchantOrderId: 'K1',
  Customer: { Name: 'Maria' },
  Payment: { ...base, ...fields },
})
export const taken = sale({
  Status: 2,
  ReturnCode: '6',
  ReturnMessage: 'Operation Successful',
  CapturedAmount: 1250,
})
export const voided = (amount: number, Status: number) =>
  sale({
    Status,
    ReturnCode: '6',
    CapturedAmount: 1250,
    VoidedAmount: amount,
    VoidedDate: '2026-03-11 09:00:00',
  })
export const errors = (...codes: number[]) => codes.map((Code) => ({ Code, Message: 'text' }))

/** The call, its answers in order, and the adapter's result. */
type Recorded = readonly [what: string, call: Call, answers: readonly Answer[], outcome: object]

/** One test per row: the adapter gets the answers and makes no further call. */
export function replay(rows: readonly Recorded[]): void {
  let line: Answer[] = []
  const cielo = createServer((request, response) => {
    request.resume().on('end', () => {
      // The probe of the query host is extra.
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
    const where = { transactionUrl: url, queryUrl: url, isSingleHost: true }
    acquirer = cieloAcquirer({ ...where, ...testMerchant, softDescriptor: 'X', timeoutMs: 5_000, clock })
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
}
