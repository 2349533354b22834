import * as z from 'zod/mini'
import { acquirerNamed, type Acquirers } from '#acquirer/acquirers.ts'
import type { Db } from '#db/schema.ts'
import { job } from '#kit/server/jobs/job.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { hashToken } from '#kit/server/secrets.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import { open } from '#kit/server/seal.ts'
import type { StoredCard } from '../store.ts'

/** Jobs of earlier releases name no acquirer. */
const payload = z.object({
  acquirer: z.optional(z.string()),
  owner: z.string(),
  text: z.string(),
  keyId: z.string(),
})

/** Job: tells the acquirer to forget a token. Throws while it does not answer; the queue tries again. */
export const forgetCardJob = job({
  name: 'forget_card',
  lane: 'money',
  keptDays: 1,
  payload,
  run: forgetAtAcquirer,
})

/** Asks for the acquirer's token to be forgotten there too; the job carries it sealed. */
export async function forgetLater(db: Db, card: StoredCard, now: Date): Promise<void> {
  const sealed = { acquirer: card.acquirer, owner: card.token, text: card.sealed_token, keyId: card.key_id }
  const key = `forget-card-${hashToken(card.sealed_token)}`
  await enqueue(db, forgetCardJob, sealed, { key, now })
}

async function forgetAtAcquirer(
  deps: { cardKeys: CardKeys; acquirers: Acquirers },
  { acquirer = deps.acquirers.unnamed, owner, ...sealed }: z.output<typeof payload>,
): Promise<void> {
  const outcome = await acquirerNamed(deps.acquirers, acquirer).forgetCard(open(deps.cardKeys, owner, sealed))
  if (outcome === 'unknown') throw new Error('the acquirer did not say that it forgot the card')
}
