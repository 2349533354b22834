import type { Selectable } from 'kysely'
import type { Db, LotTable, Tx } from '#db/schema.ts'
import { assertLockOrder } from '#kit/server/db/locks.ts'
import { perSpaceClass } from '../spaces.ts'

export type LotRow = Selectable<LotTable>

/** Lots are in the order of their names. */
export async function allLots(db: Db): Promise<LotRow[]> {
  return db.selectFrom('lot').selectAll().orderBy('name').execute()
}

export async function lockLot(tx: Tx, id: number): Promise<LotRow | undefined> {
  assertLockOrder(tx, 'lot', id)
  return tx.selectFrom('lot').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export function spacesOf(lot: LotRow) {
  return {
    total: perSpaceClass((kind) => lot[`total_${kind}`]),
    occupied: perSpaceClass((kind) => lot[`occupied_${kind}`]),
  }
}
