import { sql, type Selectable } from 'kysely'
import type { Db, LotTable, Tx } from '#db/schema.ts'
import { assertLockOrder } from '#kit/server/db/locks.ts'
import type { Spaces } from '../spaces.ts'

export type LotRow = Selectable<LotTable>

/** Counted by gates; the others need sensors. */
export type MovingSpace = 'normal' | 'reserves'

export async function allLots(db: Db): Promise<LotRow[]> {
  return db.selectFrom('lot').selectAll().orderBy('name').execute()
}

export async function lockLot(tx: Tx, id: number): Promise<LotRow | undefined> {
  assertLockOrder(tx, 'lot', id)
  return tx.selectFrom('lot').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export async function cityIdOf(db: Db, lotId: number): Promise<number | null> {
  const found = db.selectFrom('lot_city').select('city_id').where('lot_id', '=', lotId)
  return (await found.executeTakeFirst())?.city_id ?? null
}

export async function setCity(db: Db, lotId: number, cityId: number | null): Promise<void> {
  if (cityId === null) {
    await db.deleteFrom('lot_city').where('lot_id', '=', lotId).execute()
    return
  }
  await db
    .insertInto('lot_city')
    .values({ lot_id: lotId, city_id: cityId })
    .onConflict((conflict) => conflict.column('lot_id').doUpdateSet({ city_id: cityId }))
    .execute()
}

/** `occupancyAt`: instant of the sensor count; `movedAt`: of a car movement. */
export async function setOccupied(
  db: Db,
  id: number,
  occupied: Partial<Spaces>,
  when: { occupancyAt: Date } | { movedAt: Date },
): Promise<void> {
  await db
    .updateTable('lot')
    .set({
      occupied_normal: occupied.normal,
      occupied_pregnant: occupied.pregnant,
      occupied_disabilities: occupied.disabilities,
      occupied_reserves: occupied.reserves,
      occupied_elderly: occupied.elderly,
      ...('movedAt' in when ? { moved_at: when.movedAt } : { occupancy_at: when.occupancyAt }),
    })
    .where('id', '=', id)
    .execute()
}

export async function insertMovement(
  db: Db,
  moved: { lotId: number; space: MovingSpace; change: 1 | -1; at: Date },
): Promise<void> {
  await db
    .insertInto('car_movement')
    .values({ lot_id: moved.lotId, space: moved.space, change: moved.change, at: moved.at })
    .execute()
}

export async function movedSince(db: Db, lotId: number, since: Date) {
  const rows = await db
    .selectFrom('car_movement')
    .select(['space', sql<number>`sum(change)::int`.as('cars')])
    .where('lot_id', '=', lotId)
    .where('at', '>', since)
    .groupBy('space')
    .execute()
  const of = (space: MovingSpace) => rows.find((row) => row.space === space)?.cars ?? 0
  return { normal: of('normal'), reserves: of('reserves') }
}

export async function lotsWithReserves(db: Db, only: number | null): Promise<number[]> {
  const lots = await db.selectFrom('lot').select('id').where('total_reserves', '>', 0).orderBy('id').execute()
  return lots.map(({ id }) => id).filter((id) => only === null || id === only)
}
