import * as z from 'zod/mini'
import { acquirerNamed, type Acquirers } from '#acquirer/acquirers.ts'
import type { Db } from '#db/schema.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { hashToken } from '#kit/server/secrets.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import { open } from '#kit/server/seal.ts'
import type { StoredCard } from '../store.ts'

/** Jobs of earlier releases name no acquirer. */
const payloadSchema = z.object({
  acquirer: z.optional(z.string()),
  owner: z.string(),
  text: z.string(),
  keyId: z.string(),
})

/** Asks for the acquirer's token to be forgotten there too; the job carries it sealed. */
export async function forgetLater(db: Db, card: StoredCard, now: Date): Promise<void> {
  const payload = { acquirer: card.acquirer, owner: card.token, text: card.sealed_token, keyId: card.key_id }
  const key = `forget-card-${hashToken(card.sealed_token)}`
  await enqueue(db, { kind: 'forget_card', key, payload, runAt: now })
}

/** Job: tells the acquirer to forget a token. Throws while it does not answer; the queue tries again. */
export async function forgetAtAcquirer(
  deps: { cardKeys: CardKeys; acquirers: Acquirers },
  payload: unknown,
): Promise<void> {
  const { acquirer = deps.acquirers.unnamed, owner, ...sealed } = z.parse(payloadSchema, payload)
  const outcome = await acquirerNamed(deps.acquirers, acquirer).forgetCard(open(deps.cardKeys, owner, sealed))
  if (outcome === 'unknown') throw new Error('the acquirer did not say that it forgot the card')
}
