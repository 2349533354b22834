import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, pay } from '#test/support/flow.ts'
import { until } from '#test/support/process.ts'
import { again } from './again.ts'
import { receiptsOf } from './receipts.ts'
import { setStage, type Stage } from './stage.ts'
import { askedFromCents, type Customer, dearCredit, debit, newCard, savedCard, type Way } from './ways.ts'

/** Who paid in which way. */
type Paying = Customer & { way: Way }

let stage: Stage
const died: Promise<unknown>[] = []

async function setOut(database: 'embedded' | 'postgresql'): Promise<void> {
  stage = await setStage(database)
  died.length = 0
  await stage.choose({ credit: 'challenge', creditFromCents: askedFromCents })
}

/** The state of a payment as a customer who comes back sees it. */
async function stateOf(client: PortalClient, token: string): Promise<unknown> {
  return at(must(await client.get(`/api/pm_transaction/${token}`)).body, 'data.state')
}

const readyFor = async (way: Way): Promise<Paying> => ({ ...(await way.ready(stage)), way })
const begin = ({ client, token, way }: Paying) => void died.push(way.send(client, token).catch(() => 'died'))

/** A customer whose sale stands still on its way to the acquirer, or on its way back. */
async function stopped(way: Way, point: 'before' | 'after'): Promise<Paying> {
  const paying = await readyFor(way)
  const reached = stage.tap.pause({ method: 'POST', point })
  begin(paying)
  await reached
  return paying
}

async function killAll(): Promise<void> {
  await stage.kill()
  expect(await Promise.all(died)).toEqual(died.map(() => 'died'))
}

const captured = async (token: string) => (await stage.salesOf(token)).map((sale) => sale.captured)

async function expectLetOut({ url }: PortalClient, code: string): Promise<void> {
  const left = must(await (await stage.gate(url)).exit({ lot_id: 1, gate: 'S1', code }))
  expect(left.body).toMatchObject({ open: true })
}

async function payAnew(back: PortalClient, { token, code, way }: Paying): Promise<void> {
  expect(at(must(await way.anew(back, token)).body, 'data.ok')).toBe(true)
  expect(await captured(token)).toEqual([way.cents])
  await expectLetOut(back, code)
}

async function expectPayableAgain(paying: Paying): Promise<void> {
  const back = again(paying.client, await stage.browser())
  await until('payable again', async () => (await stateOf(back, paying.token)) === 'created')
  expect(await stage.salesOf(paying.token)).toEqual([])
  await payAnew(back, paying)
}

async function expectSettledOnce({ client, code, token, way }: Paying): Promise<void> {
  const back = again(client, await stage.browser())
  await until('settled', async () => (await stateOf(back, token)) === 'captured')
  expect(at(must(await pay(back, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
  expect(await captured(token)).toEqual([way.cents])
  await until('receipt', async () => (await receiptsOf(back, code)) > 0)
  expect(await receiptsOf(back, code)).toBe(1)
  await expectLetOut(back, code)
}

/** Who paid in each of these ways. */
async function each(ways: readonly Way[], meet: (way: Way) => Promise<Paying>) {
  const met = new Map<string, Paying>()
  for (const way of ways) met.set(way.name, await meet(way))
  return (name: string): Paying => {
    const paying = met.get(name)
    if (!paying) throw new Error(`nobody paid by ${name}`)
    return paying
  }
}
type Each = Awaited<ReturnType<typeof each>>

const names = (ways: readonly Way[]) => ways.map(({ name }) => name)

describe('process killed during a payment (embedded database)', { tags: 'deep' }, () => {
  const ways = [newCard, savedCard, debit, dearCredit]
  const askedWays = [debit, dearCredit]
  let bankAsks: Each
  let unheard: Each
  let unanswered: Each
  beforeAll(async () => {
    await setOut('embedded')
    bankAsks = await each(askedWays, readyFor)
    unheard = await each(ways, (way) => stopped(way, 'before'))
    unanswered = await each(ways, (way) => stopped(way, 'after'))
    await killAll()
    await stage.outlive()
    await stage.start()
  })
  afterAll(() => stage.close())

  it.each(names(ways))(
    '%s, killed before the request reached the acquirer: nothing is charged, and the payment can be retried',
    (name) => expectPayableAgain(unheard(name)),
  )

  it.each(names(ways))(
    '%s, killed after the capture, before its answer is stored: settled as paid, captured once',
    (name) => expectSettledOnce(unanswered(name)),
  )

  it.each(names(askedWays))(
    '%s, killed during the cardholder’s authentication: nothing is charged, and the card can be entered again',
    async (name) => {
      const paying = bankAsks(name)
      const back = again(paying.client, await stage.browser())
      expect(await stateOf(back, paying.token)).toBe('awaiting_cardholder')
      expect(await stage.salesOf(paying.token)).toEqual([])
      await payAnew(back, paying)
    },
  )
})

describe('process killed during a payment (PostgreSQL)', () => {
  const ways = [newCard, savedCard, dearCredit]
  let committing: Each
  let unheard: Paying
  let unanswered: Paying
  let mailed: Paying
  let overtaken: Paying
  let voiding: Promise<void>
  beforeAll(async () => {
    await setOut('postgresql')
    mailed = await readyFor(newCard)
    committing = await each(ways, readyFor)
    const mails = await stage.block('mail')
    expect(at(must(await pay(mailed.client, mailed.token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    await until('the mail waits', mails.waiting)
    unheard = await stopped(newCard, 'before')
    unanswered = await stopped(newCard, 'after')
    overtaken = await stopped(newCard, 'after')
    const segments = await stage.block('paid_segment')
    for (const { name } of ways) begin(committing(name))
    await until('the commits wait', () => segments.waiting(ways.length))
    await killAll()
    await mails.free()
    await segments.free()
    for (const { name, cents } of ways) expect(await captured(committing(name).token)).toEqual([cents])
    await stage.payAtMachine(overtaken.code)
    await stage.outlive()
    voiding = stage.tap.pause({ method: 'PUT', point: 'after' })
    await stage.start()
  })
  afterAll(() => stage.close())

  it('before the request reached the acquirer: nothing is charged, and the payment can be retried', () =>
    expectPayableAgain(unheard))

  it('after the capture, before its answer is stored: settled as paid, captured once', () =>
    expectSettledOnce(unanswered))

  it.each(names(ways))(
    '%s, killed after the answer, before the commit: settled as paid, captured once',
    (name) => expectSettledOnce(committing(name)),
  )

  it('after the commit, before the e-mail: the receipt is sent once', () => expectSettledOnce(mailed))

  it('during the reversal of a late capture: reversed once', { tags: 'deep' }, async () => {
    await voiding
    await stage.kill()
    await stage.outlive()
    const back = again(overtaken.client, await stage.start())
    await until('given back', async () => (await stateOf(back, overtaken.token)) === 'refunded')
    expect(await stage.salesOf(overtaken.token)).toMatchObject([{ captured: 700, voided: 700 }])
    await stage.expectInvariants()
  })

  it('a graceful stop lets the payment in progress finish, and exits with 0', async () => {
    const { client, token } = await readyFor(newCard)
    const reached = stage.tap.pause({ method: 'POST', point: 'before' })
    const paying = pay(client, token, cardEndingIn(1)).catch(() => 'died')
    await reached
    const exited = stage.stop()
    // It waits for the acquirer, which does not answer.
    stage.tap.hangUp()
    expect(await exited).toBe(0)
    expect(await paying).toMatchObject({ status: 200, body: { data: { ok: false, needs_reload: true } } })
    await stage.expectInvariants()
  })
})
