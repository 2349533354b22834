import { at, type PortalClient } from '../client.ts'
import { cardEndingIn, must, openTransaction, pay } from '../flow.ts'
import type { TestPortal } from '../portal.ts'
import { simulatorMerchant } from '../simulatorControls.ts'

const base = '/api/staff/transactions'
const reason = 'Conferido no site da adquirente'
/** Actions on a sale at the portal, at the acquirer, and by a signed-in manager. */
export function saleActions(deps: () => { portal: TestPortal; manager: PortalClient }) {
  const open = async (token: string) =>
    at(must(await deps().manager.get(`${base}/${token}/edit`)).body, 'data')
  const refund = async (token: string, value: number, kept: number) => {
    const answer = must(await deps().manager.post(`${base}/${token}/refund`, { value, kept, reason }))
    await deps().portal.runJobs()
    return at(answer.body, 'data')
  }
  const close = (token: string, kind: string) =>
    deps().manager.post(`${base}/${token}/cases/${kind}/close`, { reason })

  /** A ticket of R$ 7,00 that was paid by card, with a fault. */
  async function paid(fault?: string) {
    const client = deps().portal.client()
    const code = await deps().portal.openTicket(125)
    const token = await openTransaction(client, code)
    if (fault !== undefined) await deps().portal.simulator.fault(fault)
    must(await pay(client, token, cardEndingIn(1)))
    return {
      client,
      code,
      token,
      read: async () => at((await client.get(`/api/pm_transaction/${token}`)).body, 'data'),
    }
  }

  const salesOf = async (token: string) =>
    (await deps().portal.simulator.ledger()).filter(({ order_id }) => order_id.startsWith(token))
  const keptOf = async (token: string) =>
    (await salesOf(token)).reduce((sum, sale) => sum + Math.max(0, sale.captured - sale.voided), 0)

  /** The acquirer's notification of a payment's newest sale, or of the given one. */
  async function notify(token: string, ChangeType: number, which = -1): Promise<void> {
    const PaymentId = (await salesOf(token)).at(which)?.payment_id
    must(await deps().portal.client().post('/webhooks/acquirer', { PaymentId, ChangeType }, { bare: true }))
    await deps().portal.runJobs()
  }

  /** Refunds so much of a payment on the acquirer's site. */
  async function giveBackOutside(token: string, cents: number): Promise<void> {
    const [sale] = await salesOf(token)
    const path = `/1/sales/${sale?.payment_id}/void?amount=${cents}`
    await fetch(deps().portal.simulator.url + path, { method: 'PUT', headers: simulatorMerchant })
  }

  /** The cardholder disputes the newest sale of a payment, without a notification. */
  async function dispute(token: string): Promise<void> {
    const payment_id = (await salesOf(token)).at(-1)?.payment_id
    const body = JSON.stringify({ payment_id })
    const headers = { 'content-type': 'application/json' }
    await fetch(`${deps().portal.simulator.url}/_sim/dispute`, { method: 'POST', headers, body })
  }

  async function later(minutes: number): Promise<void> {
    deps().portal.clock.forward(minutes)
    // A call makes the acquirer run its due events.
    await deps().portal.simulator.ledger()
    await deps().portal.expireLeases()
    await deps().portal.sweep()
    await deps().portal.runJobs()
  }

  /** The mails of this minute, by the beginning of their key. */
  const mails = (like: string) =>
    deps()
      .portal.db.selectFrom('mail')
      .select(['subject', 'text', 'recipient'])
      .where('unique_key', 'like', like)
      .where('at', '>=', deps().portal.clock.minutesAgo(1))
      .execute()

  const casesOf = (token: string) =>
    deps()
      .portal.db.selectFrom('review_case')
      .innerJoin('payment', 'payment.id', 'payment_id')
      .select(['review_case.kind', 'review_case.amount_cents', 'closed_at'])
      .where('token', '=', token)
      .execute()

  return {
    open,
    refund,
    close,
    paid,
    salesOf,
    keptOf,
    notify,
    dispute,
    giveBackOutside,
    later,
    mails,
    casesOf,
  }
}
