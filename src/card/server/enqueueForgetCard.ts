import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { jobKind } from '#kit/server/jobs/job.ts'
import { hashToken } from '#kit/server/secrets.ts'
import type { StoredCard } from './store.ts'

export const forgetCardKind = jobKind(
  'forget_card',
  { lane: 'money', keptDays: 1 },
  { acquirer: z.string(), owner: z.string(), text: z.string(), keyId: z.string() },
)

export async function enqueueForgetCard(db: Db, card: StoredCard, now: Date): Promise<void> {
  const sealed = { acquirer: card.acquirer, owner: card.token, text: card.sealed_token, keyId: card.key_id }
  const key = `forget-card-${hashToken(card.sealed_token)}`
  await enqueue(db, forgetCardKind, sealed, { key, now })
}
