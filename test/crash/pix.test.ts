import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pixOrderKey } from '#acquirer/server/pixSales.ts'
import { demoPixClient } from '#simulators/pix/api/tokens.ts'
import { startPixSimulator } from '#simulators/pix/pixSimulator.ts'
import { pixControls } from '#simulators/pix/pixTestBed.ts'
import { at, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { until } from '#test/support/process.ts'
import { again } from './again.ts'
import { setStage, type Stage } from './stage.ts'
import { openTap, type Tap } from './tap.ts'

type Payer = Awaited<ReturnType<Stage['customer']>>
type Till = ReturnType<typeof pixControls>

/** Who takes the Pix, how it is called, and how it tells of a payment. */
type Bank = {
  stage: Stage
  tap: Tap
  till: Till
  sale: 'PUT' | 'POST'
  told: (txid: string) => { path: string; body: object }
  close: () => Promise<void>
}

const secret = 'w'.repeat(32)

async function atABank(): Promise<Bank> {
  const bank = await startPixSimulator({ port: 0 })
  const tap = await openTap(bank.url)
  const till = pixControls(bank.url)
  const env = {
    PIX_PROVIDER: 'bacen',
    PIX_URL: tap.url,
    PIX_TOKEN_URL: `${tap.url}/oauth/token`,
    PIX_CLIENT_ID: demoPixClient.id,
    PIX_CLIENT_SECRET: demoPixClient.secret,
    PIX_KEY: 'pix@guiche.test',
    PIX_WEBHOOK_SECRET: secret,
  }
  const stage = await setStage('postgresql', 'tables', { env, ledger: till.ledger })
  const told = (txid: string) => ({
    path: `/webhooks/pix/${secret}/pix`,
    body: { pix: [{ endToEndId: 'E1', txid, valor: '7.00' }] },
  })
  const close = async () => {
    await stage.close()
    await tap.close()
    await bank.close()
  }
  return { stage, tap, till, sale: 'PUT', told, close }
}

async function atCielo(): Promise<Bank> {
  const stage = await setStage('postgresql', 'tables', { env: { PIX_PROVIDER: 'cielo' } })
  const told = (PaymentId: string) => ({ path: '/webhooks/acquirer', body: { PaymentId, ChangeType: 1 } })
  return { stage, tap: stage.tap, till: stage.till, sale: 'POST', told, close: stage.close }
}

const call = (token: string, name = '') => `/api/pm_transaction/${token}${name}`
const begin = ({ client, token }: Payer) => client.post(call(token, '/pay'), { method: 'pix' })

/** What happens with codes while the portal of this bank lives and dies. */
function codesOf({ stage, tap, till, sale, told }: Bank) {
  const died: Promise<unknown>[] = []
  const newcomer = async () => stage.customer(await stage.browser(), 3)

  async function shown(): Promise<Payer & { txid: string }> {
    const payer = await newcomer()
    expect(at(must(await begin(payer)).body, 'data.transaction.state')).toBe('awaiting_payment')
    return { ...payer, txid: (await chargeOf(payer))?.txid ?? '' }
  }

  async function chargeOf({ token }: Payer) {
    const names = [1, 2, 3, 4, 5].map((n) => pixOrderKey({ token, n }))
    return (await till.ledger()).findLast(({ order }) => names.includes(order))
  }

  /** The bank has the money, and its notification is lost. */
  async function payInSilence(txid: string, cents?: number): Promise<void> {
    await till.fault('silent_webhook')
    await till.pay(txid, cents)
  }

  async function notify(txid: string): Promise<void> {
    const { url } = await stage.browser()
    const { path, body } = told(txid)
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(reply.status).toBe(200)
  }

  /** Stops on the way to the bank, or on the way back. */
  async function stopped(
    point: 'before' | 'after',
    method: 'PUT' | 'POST' | 'GET',
    act: () => unknown,
  ): Promise<void> {
    const reached = tap.pause({ method, point })
    act()
    await reached
  }

  /** A guest whose code stands still on its way. */
  async function stoppedCode(point: 'before' | 'after'): Promise<Payer> {
    const payer = await newcomer()
    await stopped(point, sale, () => died.push(begin(payer).catch(() => 'died')))
    return payer
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

  async function stateBecomes({ client, token }: Payer, wanted: string) {
    const back = again(client, await stage.browser())
    const read = async () => at(must(await back.get(call(token))).body, 'data')
    await until(wanted, async () => at(await read(), 'state') === wanted)
    return { client: back, seen: await read() }
  }

  return { died, shown, chargeOf, payInSilence, notify, stopped, stoppedCode, behindCard, stateBecomes }
}

/** Dies with a Pix at each place but the last, which needs the lane of money that a devolução stands in. */
async function dieWithCodes(bank: Bank) {
  const { stage } = bank
  const codes = codesOf(bank)
  const unnotified = await codes.shown()
  const returned = await codes.shown()
  await codes.payInSilence(returned.txid, 500)
  await codes.stopped('after', 'PUT', () => codes.notify(returned.txid))
  const unheard = await codes.stoppedCode('before')
  const unanswered = await codes.stoppedCode('after')
  const behindNothing = await codes.behindCard('before')
  const behindMoney = await codes.behindCard('after')
  await stage.kill()
  expect(await Promise.all(codes.died)).toEqual(['died', 'died', 'died', 'died'])
  await codes.payInSilence(unnotified.txid)
  await stage.outlive()
  await stage.start()
  return {
    ...codes,
    stage,
    till: bank.till,
    unnotified,
    returned,
    unheard,
    unanswered,
    behindNothing,
    behindMoney,
  }
}

describe('process killed while Pix payments at a bank are open', () => {
  endWell(atABank)
})
describe('process killed while Pix payments at Cielo are open', { tags: 'deep' }, () => {
  endWell(atCielo)
})

function endWell(open: () => Promise<Bank>): void {
  let bank: Bank
  let left: Awaited<ReturnType<typeof dieWithCodes>>
  beforeAll(async () => {
    bank = await open()
    left = await dieWithCodes(bank)
  }, 60_000)
  afterAll(() => bank.close())

  it('before the request for a charge reached the bank: a new code can be made and paid', async () => {
    const { client } = await left.stateBecomes(left.unheard, 'created')
    expect(await left.chargeOf(left.unheard)).toBeUndefined()
    must(await begin({ ...left.unheard, client }))
    await left.till.pay((await left.chargeOf(left.unheard))?.txid ?? '')
    await left.stateBecomes(left.unheard, 'captured')
  })

  it('after the bank made the charge, before its answer is stored: the code is shown afterwards and can be paid', async () => {
    const { seen } = await left.stateBecomes(left.unanswered, 'awaiting_payment')
    expect(textAt(seen, 'pix.code')).toMatch(/^0002/)
    await left.till.pay((await left.chargeOf(left.unanswered))?.txid ?? '')
    await left.stateBecomes(left.unanswered, 'captured')
  })

  it('before a webhook that is lost: the Pix is settled as paid', async () => {
    const { seen } = await left.stateBecomes(left.unnotified, 'captured')
    expect(textAt(seen, 'ticket_dt_exit')).toMatch(/^2/)
  })

  it('after the bank refunded an underpaid Pix, before its answer is stored: refunded once', async () => {
    await left.stateBecomes(left.returned, 'refunded')
    expect(await left.chargeOf(left.returned)).toMatchObject({ returned: 500 })
  })

  it('while superseded by another payer’s card that never reached the acquirer: the Pix is kept', async () => {
    await left.stateBecomes(left.behindNothing.card, 'created')
    await left.stateBecomes(left.behindNothing, 'captured')
    expect(await left.stage.salesOf(left.behindNothing.card.token)).toEqual([])
  })

  it('while superseded by another payer’s card that was captured without an answer: the Pix is refunded, the card is kept', async () => {
    await left.stateBecomes(left.behindMoney.card, 'captured')
    await until('money back', async () => (await left.chargeOf(left.behindMoney))?.returned === 700)
    expect(await left.stage.salesOf(left.behindMoney.card.token)).toMatchObject([
      { captured: 700, voided: 0 },
    ])
  })

  it('after the webhook, before the query that it causes: the Pix is settled as paid', async () => {
    const notified = await left.shown()
    await left.payInSilence(notified.txid)
    await left.stopped('before', 'GET', () => left.notify(notified.txid))
    await left.stage.kill()
    await left.stage.outlive()
    const { seen } = await left.stateBecomes(notified, 'captured')
    expect(textAt(seen, 'ticket_dt_exit')).toMatch(/^2/)
    // What has taken a return on is asked again only later.
    await left.stateBecomes(left.behindMoney, 'refunded')
    await left.stage.expectInvariants()
  })
}
