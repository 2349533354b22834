import { expectInvariants } from '../invariants.ts'
import { at, type PortalClient as Client, textAt } from '../client.ts'
import { must, payer } from '../flow.ts'
import type { TestPortal } from '../portal.ts'
import { staffMember } from '../staff.ts'

/** A call of a transaction. */
export const path = (token: string, call = '') => `/api/pm_transaction/${token}${call}`
export const pixPayer = { method: 'pix', name: 'Ana Lima', cpfcnpj: payer.cpfcnpj }

/** Guests of a portal who pay by Pix, and the result in every ledger. */
export function pixGuests(current: () => TestPortal) {
  /** A guest with data whose ticket costs 7,00 and who has opened a transaction. */
  async function opened({
    client = current().client(),
    code = '',
    type = 3,
    email = 'ana@exemplo.com.br',
  } = {}) {
    const ticket = code === '' ? await current().openTicket(125) : code
    must(await client.post('/api/account/set_account', { ...pixPayer, email }))
    must(await client.post('/api/tk_ticket/read', { code: ticket }))
    const made = must(
      await client.post('/api/tk_ticket/createTransaction', {
        payment_type: type,
        pm_person_paymethod_id: null,
        ticket_code: ticket,
        ticket_value: 7,
      }),
    )
    return { client, code: ticket, token: textAt(made.body, 'data.ws_token') }
  }

  /** The same with the code on its screen; `orderKey`: the bank's key of it. */
  async function shown(of: Parameters<typeof opened>[0] = {}) {
    const one = await opened(of)
    const answer = must(await one.client.post(path(one.token, '/pay'), { method: 'pix', value: 7 }))
    const attempt = await current()
      .db.selectFrom('attempt')
      .innerJoin('payment', 'payment.id', 'attempt.payment_id')
      .select('order_key')
      .where('payment.token', '=', one.token)
      .orderBy('attempt.id', 'desc')
      .executeTakeFirstOrThrow()
    return { ...one, answer, orderKey: attempt.order_key }
  }

  /** The payment as its payer reads it, a second later. */
  async function readAsPayer({ client, token }: { client: Client; token: string }): Promise<unknown> {
    current().clock.forward(1 / 60)
    return at(must(await client.get(path(token))).body, 'data')
  }

  /** State in the back office, answer of the gate, reais kept by our ledger and by the bank; checks the invariants. */
  async function outcomeInAllBooks({
    token,
    code,
    orderKey,
  }: {
    token: string
    code: string
    orderKey: string
  }) {
    await expectInvariants(current())
    const desk = must(
      await (await staffMember(current(), 2)).get(`/api/staff/transactions/${token}/edit`),
    ).body
    const gate = must(await current().gate().exit({ lot_id: 1, gate: 'S1', code })).body
    const charge = await chargeOf(orderKey)
    return {
      desk: at(desk, 'data.state'),
      method: at(desk, 'data.payment_type_desc'),
      keptReais: at(desk, 'data.kept.value'),
      gate: at(gate, 'open'),
      bank: (charge.paid.reduce((sum, { amount }) => sum + amount, 0) - charge.returned) / 100,
    }
  }

  async function chargeOf(orderKey: string) {
    const charge = (await current().pix.ledger()).find(({ txid }) => txid === orderKey)
    if (!charge) throw new Error(`the bank knows no ${orderKey}`)
    return charge
  }

  /** Pays the code without a webhook. */
  async function payWithoutWebhook(orderKey: string, cents?: number): Promise<void> {
    await current().pix.fault('silent_webhook')
    await current().pix.pay(orderKey, cents)
  }

  return { opened, shown, readAsPayer, outcomeInAllBooks, chargeOf, payWithoutWebhook }
}
