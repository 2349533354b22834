import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attemptDigest } from '#acquirer/server/attemptDigest.ts'
import { demoPixClient } from '#acquirer/simulator/pix/api/tokens.ts'
import { type PixSimulator, startPixSimulator } from '#acquirer/simulator/pix/pixSimulator.ts'
import { pixControls } from '#acquirer/simulator/pix/pixTrial.ts'
import { at, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { until } from '#test/support/process.ts'
import { again } from './again.ts'
import { setStage, type Stage } from './stage.ts'
import { openTap, type Tap } from './tap.ts'

type Payer = Awaited<ReturnType<Stage['customer']>>

const secret = 'w'.repeat(32)
let stage: Stage
let bank: PixSimulator
let tap: Tap
let till: ReturnType<typeof pixControls>
const died: Promise<unknown>[] = []

const call = (token: string, name = '') => `/api/pm_transaction/${token}${name}`
const begin = ({ client, token }: Payer) => client.post(call(token, '/pay'), { method: 'pix' })
const newcomer = async () => stage.customer(await stage.browser(), 3)

async function shown(): Promise<Payer & { txid: string }> {
  const payer = await newcomer()
  expect(at(must(await begin(payer)).body, 'data.transaction.state')).toBe('awaiting_payment')
  return { ...payer, txid: (await chargeOf(payer))?.txid ?? '' }
}

async function chargeOf({ token }: Payer) {
  const names = [1, 2, 3, 4, 5].map((n) => attemptDigest({ token, n }))
  return (await till.ledger()).findLast(({ txid }) => names.includes(txid))
}

/** The bank has the money, and its notification is lost. */
async function payInSilence(txid: string, cents?: number): Promise<void> {
  await till.fault('silent_webhook')
  await till.pay(txid, cents)
}

async function notify(txid: string): Promise<void> {
  const { url } = await stage.browser()
  const body = JSON.stringify({ pix: [{ endToEndId: 'E1', txid, valor: '7.00' }] })
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${url}/webhooks/pix/${secret}/pix`, { method: 'POST', headers, body })
  expect(reply.status).toBe(200)
}

/** Stops on the way to the bank, or on the way back. */
async function stopped(point: 'before' | 'after', method: 'PUT' | 'GET', act: () => unknown): Promise<void> {
  const reached = tap.pause({ method, point })
  act()
  await reached
}

async function stateBecomes({ client, token }: Payer, wanted: string) {
  const back = again(client, await stage.browser())
  const read = async () => at(must(await back.get(call(token))).body, 'data')
  await until(wanted, async () => at(await read(), 'state') === wanted)
  return { client: back, seen: await read() }
}

/** A code that is paid while somebody's card for the same ticket stands still on its way; it waits for that. */
async function behindCard(point: 'before' | 'after') {
  const payer = await shown()
  const client = await stage.browser()
  const token = await openTransaction(client, payer.code, 1)
  const reached = stage.tap.pause({ method: 'POST', point })
  died.push(pay(client, token, cardEndingIn(1)).catch(() => 'died'))
  await reached
  await payInSilence(payer.txid)
  const read = async () => at(must(await payer.client.get(call(payer.token))).body, 'data.pix')
  await until('the bank’s word', async () => (await read()) === null)
  return { ...payer, card: { client, token, code: payer.code } }
}

let behindNothing: Awaited<ReturnType<typeof behindCard>>
let behindMoney: Awaited<ReturnType<typeof behindCard>>
let unheard: Payer
let unanswered: Payer
let unnotified: Awaited<ReturnType<typeof shown>>
let returned: Awaited<ReturnType<typeof shown>>

/** Dies with a Pix at each place but the last, which needs the lane of money that a devolução stands in. */
beforeAll(async () => {
  bank = await startPixSimulator({ port: 0 })
  tap = await openTap(bank.url)
  till = pixControls(bank.url)
  const env = {
    PIX_PROVIDER: 'bacen',
    PIX_URL: tap.url,
    PIX_TOKEN_URL: `${tap.url}/oauth/token`,
    PIX_CLIENT_ID: demoPixClient.id,
    PIX_CLIENT_SECRET: demoPixClient.secret,
    PIX_KEY: 'pix@guiche.test',
    PIX_WEBHOOK_SECRET: secret,
  }
  stage = await setStage('postgresql', 'tables', { env, ledger: till.ledger })
  unnotified = await shown()
  returned = await shown()
  await payInSilence(returned.txid, 500)
  await stopped('after', 'PUT', () => notify(returned.txid))
  unheard = await newcomer()
  await stopped('before', 'PUT', () => died.push(begin(unheard).catch(() => 'died')))
  unanswered = await newcomer()
  await stopped('after', 'PUT', () => died.push(begin(unanswered).catch(() => 'died')))
  behindNothing = await behindCard('before')
  behindMoney = await behindCard('after')
  await stage.kill()
  expect(await Promise.all(died)).toEqual(['died', 'died', 'died', 'died'])
  await payInSilence(unnotified.txid)
  await stage.outlive()
  await stage.start()
}, 60_000)
afterAll(async () => {
  await stage.close()
  await tap.close()
  await bank.close()
})

describe('killed with a Pix', () => {
  it('before the bank heard of it: a new code can be made, and is paid', async () => {
    const { client } = await stateBecomes(unheard, 'created')
    expect(await chargeOf(unheard)).toBeUndefined()
    must(await begin({ ...unheard, client }))
    await till.pay((await chargeOf(unheard))?.txid ?? '')
    await stateBecomes(unheard, 'captured')
  })

  it('after the bank made the code, before it is stored: it is shown then, and is paid', async () => {
    const { seen } = await stateBecomes(unanswered, 'awaiting_payment')
    expect(textAt(seen, 'pix.code')).toMatch(/^0002/)
    await till.pay((await chargeOf(unanswered))?.txid ?? '')
    await stateBecomes(unanswered, 'captured')
  })

  it('before the notification, which is lost: paid', async () => {
    const { seen } = await stateBecomes(unnotified, 'captured')
    expect(textAt(seen, 'ticket_dt_exit')).toMatch(/^2/)
  })

  it('after the bank returned what was paid too little, before the answer is stored: it goes back once', async () => {
    await stateBecomes(returned, 'refunded')
    expect(await chargeOf(returned)).toMatchObject({ returned: 500 })
  })

  it('while it waits behind a card that the acquirer never heard of: kept', async () => {
    await stateBecomes(behindNothing.card, 'created')
    await stateBecomes(behindNothing, 'captured')
    expect(await stage.salesOf(behindNothing.card.token)).toEqual([])
  })

  it('while it waits behind a card that was approved, whose answer was lost: back, and the card is kept', async () => {
    await stateBecomes(behindMoney.card, 'captured')
    await stateBecomes(behindMoney, 'refunded')
    expect(await chargeOf(behindMoney)).toMatchObject({ returned: 700 })
    expect(await stage.salesOf(behindMoney.card.token)).toMatchObject([{ captured: 700, voided: 0 }])
  })

  it('after the notification, before it was looked at: paid', async () => {
    const notified = await shown()
    await payInSilence(notified.txid)
    await stopped('before', 'GET', () => notify(notified.txid))
    await stage.kill()
    await stage.outlive()
    const { seen } = await stateBecomes(notified, 'captured')
    expect(textAt(seen, 'ticket_dt_exit')).toMatch(/^2/)
    await stage.expectInvariants()
  })
})
