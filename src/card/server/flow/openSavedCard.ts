import { type CardBrand, isCardBrand } from '#acquirer/brands.ts'
import type { Db } from '#db/schema.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import { openSealed } from '#kit/server/seal.ts'
import type { CardType } from '../../cardKinds.ts'
import { findCard } from '../store.ts'

type OpenedSavedCard = {
  readonly acquirer: string
  readonly acquirerToken: string
  readonly brand: CardBrand
  readonly lastDigits: string
  readonly paymentType: CardType
}

/** Decrypts the acquirer's token. Null when there is no card or its brand is no longer accepted. */
export async function openSavedCard(
  db: Db,
  keys: CardKeys,
  userId: number,
  token: string,
): Promise<OpenedSavedCard | null> {
  const card = await findCard(db, userId, token)
  if (!card || !isCardBrand(card.brand)) return null
  return {
    acquirer: card.acquirer,
    acquirerToken: openSealed(keys, card.token, { text: card.sealed_token, keyId: card.key_id }),
    brand: card.brand,
    lastDigits: card.last_digits,
    paymentType: card.payment_type,
  }
}
