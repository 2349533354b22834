import { oldSeals, resealSome, type Resealed } from '#kit/server/seal.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { secretOwner, type StaffDeps } from '../deps.ts'
import { countSealedByOthers, lockSealedBy, reseal } from '../store.ts'

const handful = 50

/** Seals with the newest key what older ones sealed, some at a time. One that does not open stays as it is, and is told. */
export async function resealSecrets({ db, cardKeys }: Pick<StaffDeps, 'db' | 'cardKeys'>): Promise<Resealed> {
  return transaction(db, (db) =>
    resealSome(
      cardKeys,
      {
        counts: (newestId) => countSealedByOthers(db, newestId),
        next: async (keyIds, of) =>
          (await lockSealedBy(db, keyIds, of)).map(({ user_id: id, sealed_secret: text, key_id: keyId }) => ({
            id,
            owner: secretOwner(id),
            sealed: { text, keyId },
          })),
        write: (id, sealed) => reseal(db, id, sealed),
      },
      handful,
    ),
  )
}

/** How many authenticators' secrets wait to be sealed with the newest key; and of how many the key is lost. */
export async function countOldSecrets({
  db,
  cardKeys,
}: Pick<StaffDeps, 'db' | 'cardKeys'>): Promise<{ old: number; lost: number }> {
  return oldSeals(cardKeys, await countSealedByOthers(db, cardKeys[0].id))
}
