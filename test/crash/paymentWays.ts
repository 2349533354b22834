import { type Answer, at, type PortalClient, textAt } from '#test/support/client.ts'
import { cardBody, cardEndingIn, must, openTransaction, pay, payAuthenticated } from '#test/support/flow.ts'
import { enterCar } from '#test/support/garage/gate.ts'
import type { Instance } from '#test/support/instances/instance.ts'
import { createAccount } from '#test/support/people.ts'

export type Customer = Awaited<ReturnType<Instance['customer']>>

/** A way to pay by card. */
export type PaymentWay = {
  readonly name: string
  readonly cents: number
  /** A customer whose next call sends the sale. */
  readonly prepare: (instance: Instance) => Promise<Customer>
  readonly send: (client: PortalClient, token: string) => Promise<Answer>
  /** Pays again from the first call on. */
  readonly payAgain: (client: PortalClient, token: string) => Promise<Answer>
}

/** From this price on a credit card is authenticated: a stay of 190 minutes costs more, one of 130 less. */
export const authenticatedFromCents = 750

const cardNumber = cardEndingIn(1)

export const newCard: PaymentWay = {
  name: 'a new card',
  cents: 700,
  prepare: async (instance) => instance.customer(await instance.browser()),
  send: (client, token) => pay(client, token, cardNumber),
  payAgain: (client, token) => pay(client, token, cardNumber),
}

export const savedCard: PaymentWay = {
  name: 'a saved card',
  cents: 700,
  prepare: async (instance) => {
    const client = await instance.browser()
    await createAccount(client)
    const before = await instance.customer(client)
    const body = { ...cardBody(cardNumber), cardSave: true }
    expectPaid(must(await client.post(`/api/pm_transaction/${before.token}/pay`, body)))
    const code = await enterCar(client.url)
    return { client, code, token: await openTransaction(client, code) }
  },
  send: sendSaved,
  payAgain: sendSaved,
}

/** By the one saved card, which survives a restart. */
async function sendSaved(client: PortalClient, token: string): Promise<Answer> {
  const cards = must(await client.get('/api/me/pm_person_paymethod')).body
  const body = { isNewCard: false, payMethod_token: textAt(cards, 'data.0.ws_token') }
  return client.post(`/api/pm_transaction/${token}/pay`, body)
}

/** By a card whose cardholder is authenticated first. */
function authenticatedWay(
  type: 1 | 2,
  { name, cents, minutes }: { name: string; cents: number; minutes: number },
): PaymentWay {
  const card = cardEndingIn(1, type)
  const begin = async (client: PortalClient, token: string) => {
    const first = must(await pay(client, token, card))
    if (at(first.body, 'data.authenticate') !== true)
      throw new Error(`not authenticated: ${JSON.stringify(first.body)}`)
  }
  const send = (client: PortalClient, token: string) => payAuthenticated(client, token, card)
  return {
    name,
    cents,
    prepare: async (instance) => {
      const customer = await instance.customer(await instance.browser(), type, minutes)
      await begin(customer.client, customer.token)
      return customer
    },
    send,
    payAgain: async (client, token) => {
      await begin(client, token)
      return send(client, token)
    },
  }
}

export const debit = authenticatedWay(2, { name: 'debit, authenticated', cents: 700, minutes: 130 })
export const expensiveCredit = authenticatedWay(1, {
  name: 'credit, authenticated',
  cents: 800,
  minutes: 190,
})

function expectPaid({ body }: Answer): void {
  if (at(body, 'data.ok') !== true) throw new Error(`not paid: ${JSON.stringify(body)}`)
}
