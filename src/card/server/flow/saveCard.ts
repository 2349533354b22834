import type { Db } from '#db/schema.ts'
import { insertConsent } from '#account/server/consents.ts'
import { randomToken } from '#kit/server/secrets.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import { openSealed, seal } from '#kit/server/seal.ts'
import { insertCard, lockSameCard, replaceToken, type StoredCard } from '../store.ts'
import type { CardType } from '../../cardKinds.ts'
import { enqueueForgetCard } from '../enqueueForgetCard.ts'

type CardToSave = {
  userId: number
  paymentType: CardType
  brand: string
  lastDigits: string
  acquirer: string
  acquirerToken: string
  termsHash: string
}

/** Saves card and consent in the booking's transaction; repeating changes nothing. */
export async function saveCard(db: Db, keys: CardKeys, card: CardToSave, now: Date): Promise<void> {
  const { userId, termsHash } = card
  await insertConsent(db, { userId, kind: 'saved_cards', termsHash, now })
  const token = randomToken()
  const sealed = seal(keys, token, card.acquirerToken)
  if (await insertCard(db, { ...card, token, sealed, now })) return
  const same = await lockSameCard(db, card)
  if (!same) return
  const { acquirer, acquirerToken } = card
  if (same.acquirer === acquirer && hasToken(keys, same, acquirerToken)) return
  await enqueueForgetCard(db, same, now)
  await replaceToken(db, same.id, { acquirer, sealed: seal(keys, same.token, acquirerToken), now })
}

/** False when the key is lost: the payment must still be recorded. */
function hasToken(keys: CardKeys, card: StoredCard, acquirerToken: string): boolean {
  try {
    return openSealed(keys, card.token, { text: card.sealed_token, keyId: card.key_id }) === acquirerToken
  } catch {
    return false
  }
}
