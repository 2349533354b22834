import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pixOrderKey } from '#acquirer/server/pixSales.ts'
import { startPixSimulator } from '#simulators/pix/pixSimulator.ts'
import { pixControls, pixSettingsFor } from '#simulators/pix/pixTestBed.ts'
import { at, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { type AcquirerProxy, startAcquirerProxy } from '#test/support/instances/acquirerProxy.ts'
import { type Instance, prepareInstance } from '#test/support/instances/instance.ts'
import { pixEnvironment } from '#test/support/pix/pixEnvironment.ts'
import { until } from '#test/support/process.ts'

type Payer = Awaited<ReturnType<Instance['customer']>>

/** Who takes the Pix, by which method a charge is made there, and the notification of a payment. */
type Bank = {
  instance: Instance
  proxy: AcquirerProxy
  pix: ReturnType<typeof pixControls>
  sale: 'PUT' | 'POST'
  notification: (txid: string) => { path: string; body: object }
  close: () => Promise<void>
}

async function atABank(): Promise<Bank> {
  const bank = await startPixSimulator({ port: 0 })
  const proxy = await startAcquirerProxy(bank.url)
  const pix = pixControls(bank.url)
  const settings = pixSettingsFor(proxy.url)
  const instance = await prepareInstance('postgresql', 'tables', {
    env: pixEnvironment(settings),
    ledger: pix.ledger,
  })
  const notification = (txid: string) => ({
    path: `/webhooks/pix/${settings.webhookSecret}/pix`,
    body: { pix: [{ endToEndId: 'E1', txid, valor: '7.00' }] },
  })
  const close = async () => {
    await instance.close()
    await proxy.close()
    await bank.close()
  }
  return { instance, proxy, pix, sale: 'PUT', notification, close }
}

async function atCielo(): Promise<Bank> {
  const instance = await prepareInstance('postgresql', 'tables', { env: { PIX_PROVIDER: 'cielo' } })
  const notification = (PaymentId: string) => ({
    path: '/webhooks/acquirer',
    body: { PaymentId, ChangeType: 1 },
  })
  const { proxy, pix, close } = instance
  return { instance, proxy, pix, sale: 'POST', notification, close }
}

const call = (token: string, name = '') => `/api/pm_transaction/${token}${name}`
const begin = ({ client, token }: Payer) => client.post(call(token, '/pay'), { method: 'pix' })

/** Calls on Pix codes of a portal that is killed meanwhile. */
function codesOf({ instance, proxy, pix, sale, notification }: Bank) {
  const requests: Promise<unknown>[] = []
  const newPayer = async () => instance.customer(await instance.browser(), 3)

  async function shown(): Promise<Payer & { txid: string }> {
    const payer = await newPayer()
    expect(at(must(await begin(payer)).body, 'data.transaction.state')).toBe('awaiting_payment')
    return { ...payer, txid: (await chargeOf(payer))?.txid ?? '' }
  }

  async function chargeOf({ token }: Payer) {
    const names = [1, 2, 3, 4, 5].map((n) => pixOrderKey({ token, n }))
    return (await pix.ledger()).findLast(({ order }) => names.includes(order))
  }

  /** Pays, and the bank's notification is lost. */
  async function payUnnotified(txid: string, cents?: number): Promise<void> {
    await pix.fault('silent_webhook')
    await pix.pay(txid, cents)
  }

  async function notify(txid: string): Promise<void> {
    const { url } = await instance.browser()
    const { path, body } = notification(txid)
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(reply.status).toBe(200)
  }

  /** Pauses a call on its way to the bank, or on the way back. */
  async function paused(
    point: 'before' | 'after',
    method: 'PUT' | 'POST' | 'GET',
    act: () => unknown,
  ): Promise<void> {
    const reached = proxy.pause({ method, point })
    act()
    await reached
  }

  /** A guest whose call for a code is paused. */
  async function pausedCode(point: 'before' | 'after'): Promise<Payer> {
    const payer = await newPayer()
    await paused(point, sale, () => requests.push(begin(payer).catch(() => 'no answer')))
    return payer
  }

  /** A code that is paid while another payer's card for the same ticket is paused; its outcome waits for the card's. */
  async function behindCard(point: 'before' | 'after') {
    const payer = await shown()
    const client = await instance.browser()
    const token = await openTransaction(client, payer.code, 1)
    const reached = instance.proxy.pause({ method: 'POST', point })
    requests.push(pay(client, token, cardEndingIn(1)).catch(() => 'no answer'))
    await reached
    await payUnnotified(payer.txid)
    const read = async () => at(must(await payer.client.get(call(payer.token))).body, 'data.pix')
    await until('the payment is known', async () => (await read()) === null)
    return { ...payer, card: { client, token, code: payer.code } }
  }

  async function stateBecomes({ client, token }: Payer, wanted: string) {
    const back = client.movedTo((await instance.browser()).url)
    const read = async () => at(must(await back.get(call(token))).body, 'data')
    await until(wanted, async () => at(await read(), 'state') === wanted)
    return { client: back, seen: await read() }
  }

  return { requests, shown, chargeOf, payUnnotified, notify, paused, pausedCode, behindCard, stateBecomes }
}

/** Kills the portal with a Pix at each point but the last, which needs the job lane that a refund waits in. */
async function killWithCodes(bank: Bank) {
  const { instance } = bank
  const codes = codesOf(bank)
  const unnotified = await codes.shown()
  const returned = await codes.shown()
  await codes.payUnnotified(returned.txid, 500)
  await codes.paused('after', 'PUT', () => codes.notify(returned.txid))
  const lostRequest = await codes.pausedCode('before')
  const lostAnswer = await codes.pausedCode('after')
  const behindLostRequest = await codes.behindCard('before')
  const behindCapture = await codes.behindCard('after')
  await instance.kill()
  expect(await Promise.all(codes.requests)).toEqual(['no answer', 'no answer', 'no answer', 'no answer'])
  await codes.payUnnotified(unnotified.txid)
  await instance.expireLeases()
  await instance.start()
  return {
    ...codes,
    instance,
    pix: bank.pix,
    unnotified,
    returned,
    lostRequest,
    lostAnswer,
    behindLostRequest,
    behindCapture,
  }
}

describe('process killed while Pix payments at a bank are open', () => {
  settlesAll(atABank)
})
describe('process killed while Pix payments at Cielo are open', { tags: 'deep' }, () => {
  settlesAll(atCielo)
})

function settlesAll(open: () => Promise<Bank>): void {
  let bank: Bank
  let left: Awaited<ReturnType<typeof killWithCodes>>
  beforeAll(async () => {
    bank = await open()
    left = await killWithCodes(bank)
  }, 60_000)
  afterAll(() => bank.close())

  it('before the request for a charge reached the bank: a new code can be made and paid', async () => {
    const { client } = await left.stateBecomes(left.lostRequest, 'created')
    expect(await left.chargeOf(left.lostRequest)).toBeUndefined()
    must(await begin({ ...left.lostRequest, client }))
    await left.pix.pay((await left.chargeOf(left.lostRequest))?.txid ?? '')
    await left.stateBecomes(left.lostRequest, 'captured')
  })

  it('after the bank made the charge, before its answer is stored: the code is shown afterwards and can be paid', async () => {
    const { seen } = await left.stateBecomes(left.lostAnswer, 'awaiting_payment')
    expect(textAt(seen, 'pix.code')).toMatch(/^0002/)
    await left.pix.pay((await left.chargeOf(left.lostAnswer))?.txid ?? '')
    await left.stateBecomes(left.lostAnswer, 'captured')
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
    await left.stateBecomes(left.behindLostRequest.card, 'created')
    await left.stateBecomes(left.behindLostRequest, 'captured')
    expect(await left.instance.salesOf(left.behindLostRequest.card.token)).toEqual([])
  })

  it('while superseded by another payer’s card that was captured without an answer: the Pix is refunded, the card is kept', async () => {
    await left.stateBecomes(left.behindCapture.card, 'captured')
    await until('money back', async () => (await left.chargeOf(left.behindCapture))?.returned === 700)
    expect(await left.instance.salesOf(left.behindCapture.card.token)).toMatchObject([
      { captured: 700, voided: 0 },
    ])
  })

  it('after the webhook, before the query that it causes: the Pix is settled as paid', async () => {
    const notified = await left.shown()
    await left.payUnnotified(notified.txid)
    await left.paused('before', 'GET', () => left.notify(notified.txid))
    await left.instance.kill()
    await left.instance.expireLeases()
    const { seen } = await left.stateBecomes(notified, 'captured')
    expect(textAt(seen, 'ticket_dt_exit')).toMatch(/^2/)
    // A refund that the bank has accepted is queried again only later.
    await left.stateBecomes(left.behindCapture, 'refunded')
    await left.instance.compareLedgers()
  })
}
