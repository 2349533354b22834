import { at, textAt } from '../../test/support/client.ts'
import { address, cardBody, cardEndingIn, payer } from '../../test/support/flow.ts'
import type { browser } from './browser.ts'

type Post = Awaited<ReturnType<typeof browser>>['post']
type Step = { name: string; run: () => Promise<void> }
/** The calls of one purchase by name, in order; the last pays, and throws when it is refused. */
export type Purchase = { untilCard: readonly Step[]; pay: Step }

/** Each payer has another card, because attempts with one card are serialised. */
const cards = Array.from({ length: 499 }, (_, nth) => cardBody(cardEndingIn(1, nth)))

/** One guest's purchase of a ticket. */
export function purchaseOf(post: Post, code: string): Purchase {
  let value: unknown
  let token = ''
  const read = async () => {
    value = at((await post('/api/tk_ticket/read', { code })).body, 'data.ticket.value')
  }
  const open = async () => {
    const asked = { payment_type: 1, pm_person_paymethod_id: null, ticket_code: code, ticket_value: value }
    token = textAt((await post('/api/tk_ticket/createTransaction', asked)).body, 'data.ws_token')
  }
  const pay = async () => {
    const { body } = await post(`/api/pm_transaction/${token}/pay`, cards[Number(code) % cards.length] ?? {})
    if (at(body, 'data.ok') !== true) throw new Error(`not paid: ${JSON.stringify(body)}`)
  }
  const untilCard: readonly Step[] = [
    { name: 'look-up', run: read },
    { name: 'set_account', run: async () => void (await post('/api/account/set_account', payer)) },
    { name: 'set_address', run: async () => void (await post('/api/account/set_address', address)) },
    { name: 'createTransaction', run: open },
  ]
  return { untilCard, pay: { name: 'pay, with its jobs', run: pay } }
}

/** A guest's calls up to the card; answers the call that pays. */
export async function openPurchase({ untilCard, pay }: Purchase): Promise<() => Promise<void>> {
  for (const { run } of untilCard) await run()
  return pay.run
}
