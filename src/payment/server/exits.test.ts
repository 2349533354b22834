import { describe, expect, it } from 'vitest'
import type { Acquirer } from '#acquirer/acquirer.ts'
import { paymentExits } from '#test/support/reporting/exits.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { reserved, setReserve } from '#test/support/garage/reserve.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { secondAcquirer } from '#test/support/secondAcquirer.ts'
import { staffMember } from '#test/support/staff.ts'
import { paymentState } from '../contract.ts'
import type { PaymentState } from '../paymentState.ts'

const second = secondAcquirer()
/** The acquirer never answers. */
let silent = false
const portal = portalOfFile({
  books: second,
  acquirers: () => ({
    all: { second: hushed(second.acquirer) },
    defaultName: 'second',
  }),
})

function hushed(acquirer: Acquirer): Acquirer {
  const said =
    <Asked extends unknown[], Told>(ask: (...asked: Asked) => Promise<Told>) =>
    async (...asked: Asked) =>
      silent ? ({ outcome: 'unknown', reference: null, detail: 'silent' } as const) : ask(...asked)
  return {
    ...acquirer,
    authorise: said(acquirer.authorise),
    capture: said(acquirer.capture),
    void: said(acquirer.void),
    refund: said(acquirer.refund),
    cancel: said(acquirer.cancel),
    findByOrderKey: said(acquirer.findByOrderKey),
    findByReference: said(acquirer.findByReference),
  }
}

const base = '/api/staff/transactions'
const manager = (): Promise<PortalClient> => staffMember(portal, 2)

async function opened(type: 1 | 3 = 1) {
  const client = portal.client()
  return { client, token: await openTransaction(client, await portal.openTicket(125), type) }
}

async function paid(): Promise<string> {
  const { client, token } = await opened()
  must(await pay(client, token, cardEndingIn(1)))
  return token
}

async function doubted(): Promise<string> {
  silent = true
  return paid()
}

async function refunded(value: number): Promise<string> {
  const token = await paid()
  const wish = { value, kept: 7, reason: 'Cobrança indevida' }
  must(await (await manager()).post(`${base}/${token}/refund`, wish))
  await portal.runJobs()
  return token
}

async function after(minutes: number): Promise<void> {
  portal.clock.forward(minutes)
  await portal.expireLeases()
  for (let rounds = 0; rounds < 2; rounds += 1) {
    await portal.sweep()
    await portal.runJobs()
  }
}

/** As after a crash. */
async function stopped(token: string, state: PaymentState): Promise<string> {
  await portal.db
    .updateTable('payment')
    .set({ state, deadline_at: portal.clock.now() })
    .where('token', '=', token)
    .execute()
  return token
}

async function cancelledHold(): Promise<string> {
  const car = await reserved(portal)
  await car.cancel()
  return car.token
}

/** One row for each state. */
const reach: Readonly<Record<PaymentState, () => Promise<string>>> = {
  created: async () => (await opened()).token,
  authorising: async () => stopped(await doubted(), 'authorising'),
  awaiting_cardholder: async () => {
    second.waitForPayer({
      nextAction: { type: 'url', url: 'https://bank' },
      expiresAt: portal.clock.minutesAgo(-15),
    })
    const token = await paid()
    second.waitForPayer(null)
    return token
  },
  awaiting_payment: async () => {
    second.waitForPayer({
      nextAction: { type: 'qr', text: 'a code' },
      expiresAt: portal.clock.minutesAgo(-15),
    })
    const { client, token } = await opened(3)
    must(await client.post(`/api/pm_transaction/${token}/pay`, { method: 'pix' }))
    second.waitForPayer(null)
    return token
  },
  unknown: doubted,
  authorised: async () => (await reserved(portal)).token,
  capturing: async () => {
    const car = await reserved(portal)
    silent = true
    await car.cancel()
    return stopped(car.token, 'capturing')
  },
  captured: paid,
  refunding: async () => {
    second.delayChanges({ outcome: 'pending', until: portal.clock.minutesAgo(-7 * 24 * 60) })
    const token = await refunded(3)
    second.delayChanges(null)
    return token
  },
  partly_refunded: () => refunded(3),
  refunded: () => refunded(7),
  cancelled: async () => {
    const { client, token } = await opened()
    must(await client.post(`/api/pm_transaction/${token}/cancelPayment`))
    return token
  },
  expired: async () => {
    const { token } = await opened()
    await after(121)
    return token
  },
  voided: async () => {
    await setReserve(portal, { minCents: 0 })
    return cancelledHold()
  },
  review: async () => {
    const token = await doubted()
    await after(24 * 60 + 1)
    return token
  },
}

async function standing(token: string): Promise<{ state: unknown; queued: unknown }> {
  const desk = await manager()
  const state = at(must(await desk.get(`${base}/${token}/edit`)).body, 'data.state')
  const rows = at(must(await desk.get(`${base}?state=waiting&per_page=100`)).body, 'data')
  return { state, queued: Array.isArray(rows) ? rows.find((row) => at(row, 'id') === token) : undefined }
}

describe('after more than a day without answers of the acquirer', () => {
  it.each(paymentState.options)(
    '%s: ends by itself, is final, or is in the queue with its sum',
    async (state) => {
      silent = false
      const token = await reach[state]()
      expect((await standing(token)).state).toBe(state)
      silent = true
      await after(62)
      await after(25 * 60)
      const left = await standing(token)
      const { by, late } = paymentExits[state]
      if (late !== null)
        expect(left.queued).toMatchObject({
          amount: { value: expect.any(Number) },
          case: { amount: expect.anything() },
        })
      else if (by === null) expect(left).toEqual({ state, queued: undefined })
      else expect(left.state).not.toBe(state)
    },
  )
})
