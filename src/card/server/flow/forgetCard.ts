import { revokeConsents } from '#account/server/consents.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueueForgetCard } from '../enqueueForgetCard.ts'
import { deleteCard, deleteCards, deleteUnusableCard } from '../store.ts'

/** Injected, because card never imports reservation. */
export type IsCardReserved = (
  db: Db,
  userId: number,
  card: { brand: string; lastDigits: string },
  now: Date,
) => Promise<boolean>

/** Deletes a card, at the acquirer by a job. Throws `not_found` and `card_reserved`. */
export async function forgetCard(
  deps: { db: Db; clock: Clock; isCardReserved: IsCardReserved },
  userId: number,
  token: string,
): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const card = await deleteCard(tx, userId, token)
    if (!card) throw fail('not_found')
    const { brand, last_digits: lastDigits } = card
    if (await deps.isCardReserved(tx, userId, { brand, lastDigits }, now)) throw fail('card_reserved')
    await enqueueForgetCard(tx, card, now)
  })
}

/** Deletes a card that its acquirer will never charge again. */
export async function forgetUnusableCard(deps: { db: Db; clock: Clock }, token: string): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const card = await deleteUnusableCard(tx, token)
    if (card) await enqueueForgetCard(tx, card, now)
  })
}

/** Deletes all cards and revokes the consent in the caller's transaction. */
export async function forgetAllCards(db: Db, userId: number, now: Date): Promise<void> {
  for (const card of await deleteCards(db, userId)) await enqueueForgetCard(db, card, now)
  await revokeConsents(db, userId, 'saved_cards', now)
}
