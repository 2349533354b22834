import type { Selectable } from 'kysely'
import type { Db, LotTable, Tx } from '#db/schema.ts'
import { assertLockOrder } from '#kit/server/db/locks.ts'
import { perSpaceClass } from '../spaces.ts'

export type LotRow = Selectable<LotTable>

/** Ordered by name. */
export async function allLots(db: Db): Promise<LotRow[]> {
  return db.selectFrom('lot').selectAll().orderBy('name').execute()
}

export async function lockLot(tx: Tx, id: number): Promise<LotRow | undefined> {
  assertLockOrder(tx, 'lot', id)
  return tx.selectFrom('lot').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** From now on the look-up of a ticket of these lots reads validations. */
export async function markLotsWithPartners(tx: Tx, lotIds: readonly number[]): Promise<void> {
  for (const id of lotIds.toSorted((a, b) => a - b)) {
    assertLockOrder(tx, 'lot', id)
    await tx
      .updateTable('lot')
      .set({ has_partners: true })
      .where('id', '=', id)
      .where('has_partners', '=', false)
      .execute()
  }
}

export function spacesOf(lot: LotRow) {
  return {
    total: perSpaceClass((kind) => lot[`total_${kind}`]),
    occupied: perSpaceClass((kind) => lot[`occupied_${kind}`]),
  }
}
