import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { stoppedClock } from '#simulators/cielo/testBed.ts'
import { openPixTestBed, testPixSale } from '#simulators/pix/pixTestBed.ts'

const noon = '2026-11-22T15:00:00.000Z'
const clock = stoppedClock(noon)
const minutes = (n: number) => clock.set(new Date(clock.now().getTime() + n * 60_000).toISOString())
const days = (n: number) => minutes(n * 24 * 60)
let bank: Awaited<ReturnType<typeof openPixTestBed>>
beforeAll(async () => {
  bank = await openPixTestBed({ clock })
})
beforeEach(() => clock.set(noon))
afterAll(() => bank.close())

async function open() {
  const told = await bank.acquirer.authorise(testPixSale())
  if (told.outcome !== 'pending') throw new Error(told.outcome)
  return told
}
async function paid(...amounts: number[]): Promise<string> {
  const { reference } = await open()
  for (const amount of amounts) {
    await bank.pay(reference, amount)
    minutes(1)
  }
  return reference
}
const books = async (reference: string) => (await bank.ledger()).find(({ txid }) => txid === reference)

test('paid twice: both count, the banks’ id is the first one’s, and the surplus is refunded from the second', async () => {
  const reference = await paid(1250, 1250)
  const [first, second] = (await books(reference))?.paid ?? []
  const found = await bank.acquirer.findByReference(reference)
  expect(found).toMatchObject({ amountCents: 1250, capturedCents: 2500, endToEndId: first?.e2eid })
  const surplus = { id: 'R1', reference, amountCents: 1250 }
  expect(await bank.acquirer.refund(surplus)).toMatchObject({ outcome: 'approved', voidedCents: 1250 })
  expect(await bank.acquirer.refund(surplus)).toMatchObject({ outcome: 'approved', voidedCents: 1250 })
  await expect(bank.returnsOf(second?.e2eid ?? '')).resolves.toEqual([['R1', '12.50', 'DEVOLVIDO']])
  await expect(bank.returnsOf(first?.e2eid ?? '')).resolves.toEqual([])
})

test('a refund above one payment is split over several, once', async () => {
  const reference = await paid(1250, 300, 700)
  const change = { id: 'R9', reference, amountCents: 1100 }
  expect(await bank.acquirer.refund(change)).toMatchObject({ outcome: 'approved', voidedCents: 1100 })
  expect(await bank.acquirer.refund(change)).toMatchObject({ outcome: 'approved', voidedCents: 1100 })
  expect(await bank.acquirer.void({ id: 'V1', reference })).toMatchObject({
    capturedCents: 2250,
    voidedCents: 2250,
  })
})

test('a refund interrupted between two payments continues with the second', async () => {
  const reference = await paid(1250, 1250)
  await bank.fault('drop_after_commit')
  const change = { id: 'V2', reference }
  expect(await bank.acquirer.void(change)).toMatchObject({ outcome: 'unknown' })
  expect((await books(reference))?.returned).toBe(1250)
  expect(await bank.acquirer.void(change)).toMatchObject({ outcome: 'approved', voidedCents: 2500 })
  expect((await books(reference))?.returned).toBe(2500)
})

test.each([1, 1249, 1251])('another amount (%i) is captured as paid', async (amount) => {
  const reference = await paid(amount)
  expect(await bank.acquirer.findByReference(reference)).toMatchObject({
    amountCents: 1250,
    capturedCents: amount,
  })
})

test('a devolução in progress is pending, also when repeated, and then refunded', async () => {
  const reference = await paid(1250)
  await bank.fault('return_pending')
  const change = { id: 'R1', reference, amountCents: 500 }
  const inMinutes = (n: number) => new Date(clock.now().getTime() + n * 60_000)
  expect(await bank.acquirer.refund(change)).toEqual({ outcome: 'pending', until: inMinutes(1) })
  minutes(2)
  expect(await bank.acquirer.refund(change)).toEqual({ outcome: 'pending', until: inMinutes(2) })
  expect(await bank.acquirer.findByReference(reference)).toMatchObject({ voidedCents: 0 })
  minutes(1)
  expect(await bank.acquirer.refund(change)).toMatchObject({ outcome: 'approved', voidedCents: 500 })
  expect((await books(reference))?.returned).toBe(500)
})

test('a failed devolução is refused, and retried under another id an hour later', async () => {
  const reference = await paid(1250)
  const [payment] = (await books(reference))?.paid ?? []
  await bank.fault('return_denied')
  const change = { id: 'V3', reference }
  const no = { outcome: 'refused', returnCode: 'NAO_REALIZADO', cause: 'merchant' }
  expect(await bank.acquirer.void(change)).toMatchObject(no)
  expect(await bank.acquirer.void(change)).toMatchObject(no)
  minutes(61)
  expect(await bank.acquirer.void(change)).toMatchObject({ outcome: 'approved', voidedCents: 1250 })
  await expect(bank.returnsOf(payment?.e2eid ?? '')).resolves.toEqual([
    ['V3', '12.50', 'NAO_REALIZADO'],
    ['V3N1', '12.50', 'DEVOLVIDO'],
  ])
})

test('after 90 days a refund is refused', async () => {
  const reference = await paid(1250)
  days(90)
  minutes(1)
  expect(await bank.acquirer.void({ id: 'V1', reference })).toMatchObject({
    outcome: 'refused',
    returnCode: 'PRAZO',
  })
  expect((await books(reference))?.returned).toBe(0)
})

test('a charge ends a minute after its expiry, and a late payment still counts', async () => {
  const { reference, expiresAt } = await open()
  minutes(15)
  expect(expiresAt).toEqual(clock.now())
  expect(await bank.acquirer.findByReference(reference)).toMatchObject({
    outcome: 'pending',
    expiresAt,
  })
  minutes(2)
  const ended = { outcome: 'refused', cause: 'ended', returnCode: 'EXPIRADA' }
  expect(await bank.acquirer.findByReference(reference)).toMatchObject(ended)
  expect(await bank.acquirer.cancel(reference)).toMatchObject({ outcome: 'refused', cause: 'ended' })
  await bank.pay(reference)
  expect(await bank.acquirer.findByReference(reference)).toMatchObject({
    outcome: 'approved',
    capturedCents: 1250,
  })
})

test('a token is renewed before its end, and once when the bank refuses it', async () => {
  await bank.forgetTokens()
  expect((await open()).outcome).toBe('pending')
  const before = await bank.tokensAsked()
  await open()
  expect(await bank.tokensAsked()).toBe(before)
  minutes(59)
  await open()
  expect(await bank.tokensAsked()).toBe(before + 1)
})

test('concurrent callers request one token', async () => {
  await bank.forgetTokens()
  const fresh = await openPixTestBed({ clock })
  await Promise.all(Array.from({ length: 8 }, () => fresh.acquirer.authorise(testPixSale())))
  expect(await fresh.tokensAsked()).toBe(1)
  await fresh.close()
})
