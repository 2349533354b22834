import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, pay } from '#test/support/flow.ts'
import { demoGate } from '#test/support/garage/gate.ts'
import { type Instance, prepareInstance } from '#test/support/instances/instance.ts'
import { until } from '#test/support/process.ts'
import {
  authenticatedFromCents,
  type Customer,
  debit,
  expensiveCredit,
  newCard,
  type PaymentWay,
  savedCard,
} from './paymentWays.ts'
import { receiptsOf } from './receipts.ts'

type Payer = Customer & { way: PaymentWay }

let instance: Instance
const requests: Promise<unknown>[] = []

async function prepare(database: 'embedded' | 'postgresql'): Promise<void> {
  instance = await prepareInstance(database)
  requests.length = 0
  await instance.setPaymentSettings({ credit: 'challenge', creditFromCents: authenticatedFromCents })
}

/** The state of a payment as a customer who comes back sees it. */
async function stateOf(client: PortalClient, token: string): Promise<unknown> {
  return at(must(await client.get(`/api/pm_transaction/${token}`)).body, 'data.state')
}

const preparePayer = async (way: PaymentWay): Promise<Payer> => ({ ...(await way.prepare(instance)), way })
const begin = ({ client, token, way }: Payer) =>
  void requests.push(way.send(client, token).catch(() => 'no answer'))

/** A customer whose sale is paused before it reaches the acquirer, or before its answer comes back. */
async function paused(way: PaymentWay, point: 'before' | 'after'): Promise<Payer> {
  const payer = await preparePayer(way)
  const reached = instance.proxy.pause({ method: 'POST', point })
  begin(payer)
  await reached
  return payer
}

async function kill(): Promise<void> {
  await instance.kill()
  expect(await Promise.all(requests)).toEqual(requests.map(() => 'no answer'))
}

const captured = async (token: string) => (await instance.salesOf(token)).map((sale) => sale.captured)

async function expectLetOut({ url }: PortalClient, code: string): Promise<void> {
  const left = must(await (await demoGate(url)).exit({ lot_id: 1, gate: 'S1', code }))
  expect(left.body).toMatchObject({ open: true })
}

/** The payer's browser at the portal that was started again. */
const returning = async ({ client }: Payer) => client.movedTo((await instance.browser()).url)

async function payAgain(back: PortalClient, { token, code, way }: Payer): Promise<void> {
  expect(at(must(await way.payAgain(back, token)).body, 'data.ok')).toBe(true)
  expect(await captured(token)).toEqual([way.cents])
  await expectLetOut(back, code)
}

async function expectPayableAgain(payer: Payer): Promise<void> {
  const back = await returning(payer)
  await until('payable again', async () => (await stateOf(back, payer.token)) === 'created')
  expect(await instance.salesOf(payer.token)).toEqual([])
  await payAgain(back, payer)
}

async function expectSettledOnce(payer: Payer): Promise<void> {
  const { code, token, way } = payer
  const back = await returning(payer)
  await until('settled', async () => (await stateOf(back, token)) === 'captured')
  expect(at(must(await pay(back, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
  expect(await captured(token)).toEqual([way.cents])
  await until('receipt', async () => (await receiptsOf(back, code)) > 0)
  expect(await receiptsOf(back, code)).toBe(1)
  await expectLetOut(back, code)
}

/** A payer for each way, by its name. */
async function payers(ways: readonly PaymentWay[], create: (way: PaymentWay) => Promise<Payer>) {
  const created = new Map<string, Payer>()
  for (const way of ways) created.set(way.name, await create(way))
  return (name: string): Payer => {
    const payer = created.get(name)
    if (!payer) throw new Error(`no payer by ${name}`)
    return payer
  }
}
type Payers = Awaited<ReturnType<typeof payers>>

const names = (ways: readonly PaymentWay[]) => ways.map(({ name }) => name)

describe('process killed during a payment (embedded database)', { tags: 'deep' }, () => {
  const ways = [newCard, savedCard, debit, expensiveCredit]
  const authenticatedWays = [debit, expensiveCredit]
  let authenticating: Payers
  let lostRequest: Payers
  let lostAnswer: Payers
  beforeAll(async () => {
    await prepare('embedded')
    authenticating = await payers(authenticatedWays, preparePayer)
    lostRequest = await payers(ways, (way) => paused(way, 'before'))
    lostAnswer = await payers(ways, (way) => paused(way, 'after'))
    await kill()
    await instance.expireLeases()
    await instance.start()
  })
  afterAll(() => instance.close())

  it.each(names(ways))(
    '%s, killed before the request reached the acquirer: nothing is charged, and the payment can be retried',
    (name) => expectPayableAgain(lostRequest(name)),
  )

  it.each(names(ways))(
    '%s, killed after the capture, before its answer is stored: settled as paid, captured once',
    (name) => expectSettledOnce(lostAnswer(name)),
  )

  it.each(names(authenticatedWays))(
    '%s, killed during the cardholder’s authentication: nothing is charged, and the card can be entered again',
    async (name) => {
      const payer = authenticating(name)
      const back = await returning(payer)
      expect(await stateOf(back, payer.token)).toBe('awaiting_cardholder')
      expect(await instance.salesOf(payer.token)).toEqual([])
      await payAgain(back, payer)
    },
  )
})

describe('process killed during a payment (PostgreSQL)', () => {
  const ways = [newCard, savedCard, expensiveCredit]
  let committing: Payers
  let lostRequest: Payer
  let lostAnswer: Payer
  let mailed: Payer
  let overtaken: Payer
  let voiding: Promise<void>
  beforeAll(async () => {
    await prepare('postgresql')
    mailed = await preparePayer(newCard)
    committing = await payers(ways, preparePayer)
    const mails = await instance.lockTable('mail')
    expect(at(must(await pay(mailed.client, mailed.token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    await until('the mail waits', mails.waiting)
    lostRequest = await paused(newCard, 'before')
    lostAnswer = await paused(newCard, 'after')
    overtaken = await paused(newCard, 'after')
    const segments = await instance.lockTable('paid_segment')
    for (const { name } of ways) begin(committing(name))
    await until('the commits wait', () => segments.waiting(ways.length))
    await kill()
    await mails.release()
    await segments.release()
    for (const { name, cents } of ways) expect(await captured(committing(name).token)).toEqual([cents])
    await instance.payAtMachine(overtaken.code)
    await instance.expireLeases()
    voiding = instance.proxy.pause({ method: 'PUT', point: 'after' })
    await instance.start()
  })
  afterAll(() => instance.close())

  it('before the request reached the acquirer: nothing is charged, and the payment can be retried', () =>
    expectPayableAgain(lostRequest))

  it('after the capture, before its answer is stored: settled as paid, captured once', () =>
    expectSettledOnce(lostAnswer))

  it.each(names(ways))(
    '%s, killed after the answer, before the commit: settled as paid, captured once',
    (name) => expectSettledOnce(committing(name)),
  )

  it('after the commit, before the e-mail: the receipt is sent once', () => expectSettledOnce(mailed))

  it('during the reversal of a late capture: reversed once', { tags: 'deep' }, async () => {
    await voiding
    await instance.kill()
    await instance.expireLeases()
    const back = overtaken.client.movedTo((await instance.start()).url)
    await until('given back', async () => (await stateOf(back, overtaken.token)) === 'refunded')
    expect(await instance.salesOf(overtaken.token)).toMatchObject([{ captured: 700, voided: 700 }])
    await instance.compareLedgers()
  })

  it('a graceful stop lets the payment in progress finish, and exits with 0', async () => {
    const { client, token } = await preparePayer(newCard)
    const reached = instance.proxy.pause({ method: 'POST', point: 'before' })
    const paying = pay(client, token, cardEndingIn(1)).catch(() => 'no answer')
    await reached
    const exited = instance.stop()
    instance.proxy.disconnect()
    expect(await exited).toBe(0)
    expect(await paying).toMatchObject({ status: 200, body: { data: { ok: false, needs_reload: true } } })
    await instance.compareLedgers()
  })
})
