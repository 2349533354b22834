import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestBed, testSale, stoppedClock } from './testBed.ts'
import { listen } from '#test/support/wire/listen.ts'

let server: Server
let notifyUrl: string
let testBed: Awaited<ReturnType<typeof openTestBed>>
let status = 200
let received: { body: string; secret: string | string[] | undefined }[] = []

beforeEach(async () => {
  received = []
  status = 200
  server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ body, secret: request.headers['x-secret'] })
      response.writeHead(status).end()
      server.emit('received')
    })
  })
  const port = await listen(server)
  const notifyHeader = { name: 'x-secret', value: 'abc' }
  notifyUrl = `http://127.0.0.1:${port}/webhook`
  testBed = await openTestBed({ notifyUrl, notifyHeader })
})
afterEach(async () => {
  await testBed.close()
  server.closeAllConnections()
  server.close()
})

async function untilReceived(count: number): Promise<void> {
  while (received.length < count) await once(server, 'received')
}

async function sell(number?: string) {
  const outcome = await testBed.acquirer.authorise(
    testSale({ capture: false, ...(number ? { number } : {}) }),
  )
  if (!('reference' in outcome) || outcome.reference === null) throw new Error(outcome.outcome)
  return outcome.reference
}

test('sale, capture and void are notified with the merchant’s header', async () => {
  const reference = await sell()
  await untilReceived(1)
  await testBed.acquirer.capture({ id: 'C1', reference, amountCents: 500 })
  await untilReceived(2)
  await testBed.acquirer.void({ id: 'V1', reference })
  await untilReceived(3)
  const notification = { body: JSON.stringify({ PaymentId: reference, ChangeType: 1 }), secret: 'abc' }
  expect(received).toEqual([notification, notification, notification])
})

test('notify_early: notified before the sale is answered', async () => {
  await testBed.fault('notify_early')
  await sell()
  expect(received).toHaveLength(1)
})

test('notify_twice: notified twice', async () => {
  await testBed.fault('notify_twice')
  await sell()
  await untilReceived(2)
  expect(received[0]).toEqual(received[1])
})

test('notify_lost, late_untold: no notification; notify_late: a late one', async () => {
  const clock = stoppedClock('2026-03-10T15:00:00.000Z')
  const late = await openTestBed({ notifyUrl, clock })
  await late.fault('notify_lost')
  await late.fault('late_untold')
  await late.fault('notify_late')
  await late.acquirer.authorise(testSale())
  await late.acquirer.authorise(testSale())
  const second = await late.acquirer.authorise(testSale())
  if (second.outcome !== 'approved') throw new Error(second.outcome)
  expect(received).toEqual([])
  clock.set('2026-03-10T15:02:30.000Z')
  await late.control('GET', '/_sim/ledger')
  await untilReceived(1)
  expect(await (await late.control('GET', '/_sim/ledger')).json()).toMatchObject({ sales: { length: 3 } })
  expect(received.map(({ body }) => body)).toEqual([
    JSON.stringify({ PaymentId: second.reference, ChangeType: 1 }),
  ])
  await late.close()
})

test('drop_after_commit: notified although the answer was lost', async () => {
  await testBed.fault('drop_after_commit')
  expect(await testBed.acquirer.authorise(testSale())).toMatchObject({ outcome: 'unknown' })
  await untilReceived(1)
})

test('a card that ends in 6 and a pending authentication send no notification', async () => {
  await sell('4000000000000036')
  await testBed.fault('bank_page')
  const debit = await testBed.acquirer.authorise(testSale({ kind: 'debit' }))
  if (debit.outcome !== 'pending' || debit.nextAction.type !== 'url') throw new Error(debit.outcome)
  expect(received).toEqual([])
  await testBed.choose(debit.nextAction.url, 'authenticated')
  expect(received).toHaveLength(1)
})

test('an unreachable receiver causes no error', async () => {
  server.closeAllConnections()
  server.close()
  await testBed.fault('notify_early')
  expect(await testBed.acquirer.authorise(testSale())).toMatchObject({ outcome: 'approved' })
})

test('a notification without a 200 is retried three times, half an hour apart', async () => {
  const clock = stoppedClock('2026-03-10T15:00:00.000Z')
  const stubborn = await openTestBed({ notifyUrl, clock })
  status = 500
  await stubborn.fault('notify_early')
  await stubborn.acquirer.authorise(testSale())
  expect(received).toHaveLength(1)
  for (const [minute, count] of [
    ['29', 1],
    ['30', 2],
    ['59', 2],
  ] as const) {
    clock.set(`2026-03-10T15:${minute}:59.000Z`)
    await stubborn.control('GET', '/_sim/ledger')
    await untilReceived(count)
    expect(received).toHaveLength(count)
    await stubborn.control('GET', '/_sim/ledger')
  }
  await stubborn.close()
})

test.each([
  ['chargeback', 7],
  ['fraud_alert', 8],
  ['void_denied', 5],
] as const)('%s: notified as ChangeType %i once it is due', async (fault, ChangeType) => {
  const clock = stoppedClock('2026-03-10T15:00:00.000Z')
  const own = await openTestBed({ notifyUrl, clock })
  await own.fault(fault)
  const sold = await own.acquirer.authorise(testSale())
  if (sold.outcome !== 'approved') throw new Error(sold.outcome)
  await own.acquirer.void({ id: 'V1', reference: sold.reference })
  await untilReceived(2)
  clock.set('2026-03-10T15:02:30.000Z')
  await own.control('GET', '/_sim/ledger')
  await untilReceived(3)
  expect(received.at(-1)?.body).toBe(JSON.stringify({ PaymentId: sold.reference, ChangeType }))
  await own.close()
})
