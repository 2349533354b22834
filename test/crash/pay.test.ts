import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, pay, payAuthenticated } from '#test/support/flow.ts'
import { until } from '#test/support/process.ts'
import { again } from './again.ts'
import { receiptsOf } from './receipts.ts'
import { setStage, type Stage } from './stage.ts'

type Customer = Awaited<ReturnType<Stage['customer']>>

let stage: Stage
/** One for each place at which the portal may die. */
let unheard: Customer
let unanswered: Customer
const died: Promise<unknown>[] = []

/** The state of a payment as a customer who comes back sees it. */
async function stateOf(client: PortalClient, token: string): Promise<unknown> {
  return at(must(await client.get(`/api/pm_transaction/${token}`)).body, 'data.state')
}

const newcomer = async () => stage.customer(await stage.browser())
const begin = ({ client, token }: Customer) =>
  void died.push(pay(client, token, cardEndingIn(1)).catch(() => 'died'))

/** A customer whose payment stands still on its way to the acquirer, or on its way back. */
async function stopped(point: 'before' | 'after'): Promise<Customer> {
  const customer = await newcomer()
  const reached = stage.tap.pause({ method: 'POST', point })
  begin(customer)
  await reached
  return customer
}

async function killAll(): Promise<void> {
  await stage.kill()
  expect(await Promise.all(died)).toEqual(died.map(() => 'died'))
}

const captured = async (token: string) => (await stage.salesOf(token)).map((sale) => sale.captured)

async function expectPayableAgain({ client, token }: Customer): Promise<void> {
  const back = again(client, await stage.browser())
  await until('payable again', async () => (await stateOf(back, token)) === 'created')
  expect(at(must(await pay(back, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
  expect((await captured(token)).filter((cents) => cents > 0)).toHaveLength(1)
}

async function expectSettledOnce({ client, code, token }: Customer): Promise<void> {
  const back = again(client, await stage.browser())
  await until('settled', async () => (await stateOf(back, token)) === 'captured')
  expect(at(must(await pay(back, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
  expect(await captured(token)).toEqual([700])
  await until('receipt', async () => (await receiptsOf(back, code)) > 0)
  expect(await receiptsOf(back, code)).toBe(1)
}

/** A customer with a debit card whose bank is asked in their page. */
async function asking(): Promise<Customer> {
  const customer = await stage.customer(await stage.browser(), 2)
  const first = must(await pay(customer.client, customer.token, cardEndingIn(1, 1)))
  expect(at(first.body, 'data.authenticate')).toBe(true)
  return customer
}

/** One whose bank has said yes, and whose sale stands still on its way to the acquirer, or on its way back. */
async function stoppedDebit(point: 'before' | 'after'): Promise<Customer> {
  const customer = await asking()
  const reached = stage.tap.pause({ method: 'POST', point })
  const { client, token } = customer
  died.push(payAuthenticated(client, token, cardEndingIn(1, 1)).catch(() => 'died'))
  await reached
  return customer
}

/** Debit from its first call on: the card is asked about at its bank again. */
async function payDebitAgain(back: Customer['client'], token: string): Promise<void> {
  expect(at(must(await pay(back, token, cardEndingIn(1, 1))).body, 'data.authenticate')).toBe(true)
  expect(at(must(await payAuthenticated(back, token, cardEndingIn(1, 1))).body, 'data.ok')).toBe(true)
  expect((await captured(token)).filter((cents) => cents > 0)).toEqual([700])
}

describe('killed while paying (embedded)', () => {
  let bankAsks: Customer
  let authenticated: Customer
  let vouchedUnheard: Customer
  beforeAll(async () => {
    stage = await setStage('embedded')
    bankAsks = await asking()
    vouchedUnheard = await stoppedDebit('before')
    authenticated = await stoppedDebit('after')
    unheard = await stopped('before')
    unanswered = await stopped('after')
    await killAll()
    await stage.outlive()
    await stage.start()
  })
  afterAll(() => stage.close())

  it('before the acquirer heard of it: nothing is charged, and it can be paid again', () =>
    expectPayableAgain(unheard))

  it('after the acquirer took the money, before the answer is stored: settled as paid, once', () =>
    expectSettledOnce(unanswered))

  it('debit, while the bank asks: nothing is charged, and the card is typed again', async () => {
    const { client, token } = bankAsks
    const back = again(client, await stage.browser())
    expect(await stateOf(back, token)).toBe('awaiting_cardholder')
    expect(await stage.salesOf(token)).toEqual([])
    await payDebitAgain(back, token)
  })

  it('debit, authenticated, before the acquirer heard of it: nothing is charged, and the bank is asked again', async () => {
    const { client, token } = vouchedUnheard
    const back = again(client, await stage.browser())
    await until('payable again', async () => (await stateOf(back, token)) === 'created')
    expect(await stage.salesOf(token)).toEqual([])
    await payDebitAgain(back, token)
  })

  it('debit, authenticated and taken, before the answer is stored: settled as paid, once', () =>
    expectSettledOnce(authenticated))

  it('stopping in order lets the running payment finish, and exits with 0', async () => {
    const { client, token } = await newcomer()
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

describe('killed while paying (postgresql)', () => {
  let committing: Customer
  let mailed: Customer
  let overtaken: Customer
  let voiding: Promise<void>
  beforeAll(async () => {
    stage = await setStage('postgresql')
    died.length = 0
    mailed = await newcomer()
    const mails = await stage.block('mail')
    expect(at(must(await pay(mailed.client, mailed.token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    await until('the mail waits', mails.waiting)
    unheard = await stopped('before')
    unanswered = await stopped('after')
    overtaken = await stopped('after')
    committing = await newcomer()
    const segments = await stage.block('paid_segment')
    begin(committing)
    await until('the commit waits', segments.waiting)
    await killAll()
    await mails.free()
    await segments.free()
    expect(await captured(committing.token)).toEqual([700])
    await stage.payAtMachine(overtaken.code)
    await stage.outlive()
    voiding = stage.tap.pause({ method: 'PUT', point: 'after' })
    await stage.start()
  })
  afterAll(() => stage.close())

  it('before the acquirer heard of it: nothing is charged, and it can be paid again', () =>
    expectPayableAgain(unheard))

  it('after the acquirer took the money, before the answer is stored: settled as paid, once', () =>
    expectSettledOnce(unanswered))

  it('after the answer, before the commit: settled as paid, once', () => expectSettledOnce(committing))

  it('after the commit, before the e-mail: the receipt is sent once', () => expectSettledOnce(mailed))

  it('while giving a late capture back: it goes back once', async () => {
    await voiding
    await stage.kill()
    await stage.outlive()
    const back = again(overtaken.client, await stage.start())
    await until('given back', async () => (await stateOf(back, overtaken.token)) === 'refunded')
    expect(await stage.salesOf(overtaken.token)).toMatchObject([{ captured: 700, voided: 700 }])
    await stage.expectInvariants()
  })
})
