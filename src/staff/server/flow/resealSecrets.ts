import { open, seal } from '#kit/server/seal.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { secretOwner, type StaffDeps } from '../deps.ts'
import { countSealedByOthers, lockSealedByOthers, reseal } from '../store.ts'

const handful = 50

/** Seals with the newest key what an older one sealed, some at a time. Answers how many. */
export async function resealSecrets({ db, cardKeys }: Pick<StaffDeps, 'db' | 'cardKeys'>): Promise<number> {
  return transaction(db, async (db) => {
    const stale = await lockSealedByOthers(db, cardKeys[0].id, handful)
    for (const { user_id: userId, sealed_secret: text, key_id: keyId } of stale) {
      const secret = open(cardKeys, secretOwner(userId), { text, keyId })
      await reseal(db, userId, seal(cardKeys, secretOwner(userId), secret))
    }
    return stale.length
  })
}

/** How many authenticators' secrets still wait to be sealed with the newest key; at 0 the older keys may go. */
export async function countOldSecrets({ db, cardKeys }: Pick<StaffDeps, 'db' | 'cardKeys'>): Promise<number> {
  return countSealedByOthers(db, cardKeys[0].id)
}
