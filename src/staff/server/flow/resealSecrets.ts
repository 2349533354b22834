import { oldSeals, resealSome, type Resealed } from '#kit/server/reseal.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { secretOwner, type StaffDeps } from '../deps.ts'
import { countSealedByOthers, lockSealedBy, reseal } from '../store.ts'

const batchSize = 50

/** Reseals a batch with the newest key. A secret that does not open stays and is reported. */
export async function resealSecrets({ db, cardKeys }: Pick<StaffDeps, 'db' | 'cardKeys'>): Promise<Resealed> {
  return transaction(db, (tx) =>
    resealSome(
      cardKeys,
      {
        counts: (newestId) => countSealedByOthers(tx, newestId),
        next: async (keyIds, of) =>
          (await lockSealedBy(tx, keyIds, of)).map(({ user_id: id, sealed_secret: text, key_id: keyId }) => ({
            id,
            owner: secretOwner(id),
            sealed: { text, keyId },
          })),
        write: (id, sealed) => reseal(tx, id, sealed),
      },
      batchSize,
    ),
  )
}

/** Secrets sealed with older keys, and those of lost keys. */
export async function countOldSecrets({
  db,
  cardKeys,
}: Pick<StaffDeps, 'db' | 'cardKeys'>): Promise<{ old: number; lost: number }> {
  return oldSeals(cardKeys, await countSealedByOthers(db, cardKeys[0].id))
}
