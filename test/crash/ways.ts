import { type Answer, at, type PortalClient, textAt } from '#test/support/client.ts'
import { cardBody, cardEndingIn, must, openTransaction, pay, payAuthenticated } from '#test/support/flow.ts'
import { createAccount } from '#test/support/people.ts'
import type { Stage } from './stage.ts'

export type Customer = Awaited<ReturnType<Stage['customer']>>

/** A way to pay by card, up to the call that sends the sale. */
export type Way = {
  readonly name: string
  readonly cents: number
  /** A customer whose next call sends it. */
  readonly ready: (stage: Stage) => Promise<Customer>
  readonly send: (client: PortalClient, token: string) => Promise<Answer>
  /** All of it, by the same customer, from the first call on. */
  readonly anew: (client: PortalClient, token: string) => Promise<Answer>
}

/** From here on the bank is asked about a credit card: a stay of 190 minutes owes more, one of 130 less. */
export const askedFromCents = 750

const typed = cardEndingIn(1)

export const newCard: Way = {
  name: 'a new card',
  cents: 700,
  ready: async (stage) => stage.customer(await stage.browser()),
  send: (client, token) => pay(client, token, typed),
  anew: (client, token) => pay(client, token, typed),
}

export const savedCard: Way = {
  name: 'a saved card',
  cents: 700,
  ready: async (stage) => {
    const client = await stage.browser()
    await createAccount(client)
    const before = await stage.customer(client)
    const body = { ...cardBody(typed), cardSave: true }
    expectPaid(must(await client.post(`/api/pm_transaction/${before.token}/pay`, body)))
    const code = await stage.enter(client.url)
    return { client, code, token: await openTransaction(client, code) }
  },
  send: sendSaved,
  anew: sendSaved,
}

/** By the one card that the person keeps, which outlives the process too. */
async function sendSaved(client: PortalClient, token: string): Promise<Answer> {
  const cards = must(await client.get('/api/me/pm_person_paymethod')).body
  const body = { isNewCard: false, payMethod_token: textAt(cards, 'data.0.ws_token') }
  return client.post(`/api/pm_transaction/${token}/pay`, body)
}

/** One whose cardholder the bank is asked about first, in the page. */
function asked(type: 1 | 2, { name, cents, minutes }: { name: string; cents: number; minutes: number }): Way {
  const card = cardEndingIn(1, type)
  const begin = async (client: PortalClient, token: string) => {
    const first = must(await pay(client, token, card))
    if (at(first.body, 'data.authenticate') !== true)
      throw new Error(`not asked: ${JSON.stringify(first.body)}`)
  }
  const send = (client: PortalClient, token: string) => payAuthenticated(client, token, card)
  return {
    name,
    cents,
    ready: async (stage) => {
      const customer = await stage.customer(await stage.browser(), type, minutes)
      await begin(customer.client, customer.token)
      return customer
    },
    send,
    anew: async (client, token) => {
      await begin(client, token)
      return send(client, token)
    },
  }
}

export const debit = asked(2, { name: 'debit, authenticated', cents: 700, minutes: 130 })
export const dearCredit = asked(1, { name: 'credit, authenticated', cents: 800, minutes: 190 })

function expectPaid({ body }: Answer): void {
  if (at(body, 'data.ok') !== true) throw new Error(`not paid: ${JSON.stringify(body)}`)
}
