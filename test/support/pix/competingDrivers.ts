import { acquirersOf } from '#app/server/start.ts'
import { at } from '../client.ts'
import { must, openTransaction, pay } from '../flow.ts'
import { startPortal } from '../portal.ts'
import { path, pixGuests } from './guests.ts'

const nothing = { outcome: 'unknown', reference: null, detail: 'silent' } as const

/** A portal where one payer has a code on the screen while another payer's card for the same ticket is pending. */
export async function openCompetingDrivers() {
  const banks: {
    /** The acquirer of cards does not answer. */
    isCardSilent: boolean
    /** The bank of the codes does not answer, or names no payment. */
    code: 'silent' | 'nameless' | null
    /** The queried codes, in order. */
    asked: string[]
    /** The bank waits for it before it answers. */
    thinks: Promise<void> | null
  } = { isCardSilent: false, code: null, asked: [], thinks: null }
  /** The next card waits for it before it reaches the acquirer. */
  let onTheWay = async () => {}
  const portal = await startPortal({
    // Longer than a test waits, so that no call times out.
    acquirerTimeoutMs: 10_000,
    acquirers: (cielo, bacen) =>
      acquirersOf(
        {
          ...cielo,
          authorise: async (request) => {
            const once = onTheWay
            onTheWay = async () => {}
            await once()
            return banks.isCardSilent ? nothing : cielo.authorise(request)
          },
          findByOrderKey: async (orderKey) => (banks.isCardSilent ? nothing : cielo.findByOrderKey(orderKey)),
        },
        bacen && {
          ...bacen,
          findByReference: async (reference) => {
            banks.asked.push(reference)
            await banks.thinks
            const found = banks.code === 'silent' ? nothing : await bacen.findByReference(reference)
            return found.outcome === 'approved' && banks.code === 'nameless'
              ? { ...found, endToEndId: null }
              : found
          },
        },
      ),
  })
  const guests = pixGuests(() => portal)
  const salesOf = async (token: string) =>
    (await portal.simulator.ledger()).filter(({ order_id }) => order_id.startsWith(token))

  /** A payer's card for a ticket, on its way to the acquirer. */
  async function cardOnItsWay(code: string, number: string) {
    const client = portal.client()
    const token = await openTransaction(client, code, 1)
    const there = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    onTheWay = async () => {
      there.resolve()
      await go.promise
    }
    const answer = pay(client, token, number)
    await there.promise
    return {
      client,
      token,
      /** Lets the call reach the acquirer; answers the result. */
      goes: async () => {
        go.resolve()
        return must(await answer)
      },
      state: async () => at(must(await client.get(path(token))).body, 'data.state'),
      kept: async () =>
        (await salesOf(token)).reduce((sum, { captured, voided }) => sum + captured - voided, 0),
    }
  }

  /** A code on one payer's screen, and another payer's card for the same ticket on its way. */
  async function twoPayers(number: string) {
    const pix = await guests.shown()
    return { pix, card: await cardOnItsWay(pix.code, number) }
  }

  /** What the bank has received for a code less what it has returned. */
  async function keptOf({ orderKey }: { orderKey: string }): Promise<number> {
    const charge = await guests.chargeOf(orderKey)
    return charge.paid.reduce((sum, { amount }) => sum + amount, -charge.returned)
  }

  /** All states that the payment of a code had. */
  async function history({ token }: { token: string }): Promise<string[]> {
    const { id } = await portal.db
      .selectFrom('payment')
      .select('id')
      .where('token', '=', token)
      .executeTakeFirstOrThrow()
    const rows = portal.db.selectFrom('audit').select('action').where('subject', '=', 'payment')
    const found = await rows.where('subject_id', '=', String(id)).orderBy('id').execute()
    return found.map(({ action }) => action)
  }

  return { portal, banks, ...guests, cardOnItsWay, twoPayers, salesOf, keptOf, history }
}
