import * as z from 'zod/mini'
import { cardKinds } from '#card/cardKinds.ts'
import { forgetAllCards } from '#card/server/flow/forgetCard.ts'
import { saveCard } from '#card/server/flow/saveCard.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { DemoDeps } from './deps.ts'
import { simulatedMerchant } from '../cielo/merchant.ts'
import { openNewestCard } from './newestCard.ts'

const headers = {
  ...simulatedMerchant,
  'Content-Type': 'application/json',
}
const tokenised = z.object({ CardToken: z.string() })

/** Saves a card of the simulator for the demo customer; skipped if the simulator does not answer. */
export async function seedSavedCard(deps: DemoDeps, userId: number): Promise<void> {
  const { simulatorUrl: url } = deps
  if (url === null) return
  const { demoCards } = await import('../cielo/demoCards.ts')
  const card = demoCards[0]
  if (!card) return
  try {
    if (await isKnown(deps, deps.simulatorQueryUrl ?? url, userId)) return
    const reply = await fetch(`${url}/1/card`, {
      method: 'POST',
      headers,
      body: JSON.stringify(cardRequest(card)),
    })
    const { CardToken: acquirerToken } = tokenised.parse(await reply.json())
    const saved = {
      userId,
      paymentType: cardKinds.credit.wire,
      brand: card.brand,
      lastDigits: card.number.slice(-4),
      acquirer: 'cielo',
      acquirerToken,
      termsHash: await deps.termsHash(deps.db),
    } as const
    const now = deps.clock.now()
    await transaction(deps.db, async (db) => {
      await forgetAllCards(db, userId, now)
      await saveCard(db, deps.cardKeys, saved, now)
    })
  } catch (error) {
    deps.log.warn({ err: error }, 'the demo’s customer has no saved card')
  }
}

/** The simulator's ledger may be older or newer than the database. */
async function isKnown(deps: DemoDeps, url: string, userId: number): Promise<boolean> {
  const opened = await openNewestCard(deps.db, deps.cardKeys, userId).catch(() => null)
  if (!opened) return false
  return (await fetch(`${url}/1/card/${opened.acquirerToken}`, { headers })).ok
}

function cardRequest(card: { number: string; brand: string }): object {
  return {
    CustomerName: 'Clara Ramos',
    CardNumber: card.number,
    Holder: 'CLARA RAMOS',
    ExpirationDate: '12/2040',
    Brand: card.brand,
  }
}
