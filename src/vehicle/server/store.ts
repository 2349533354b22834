import type { Selectable } from 'kysely'
import { containsText } from '#kit/server/db/textSearch.ts'
import type { Db, VehicleTable } from '#db/schema.ts'
import { cleanPlate } from '../plate.ts'
import type { PageRequest } from '#kit/paging.ts'
import { fetchPage } from '#kit/server/db/query/fetchPage.ts'

export type Vehicle = Selectable<VehicleTable>

const vehicles = (db: Db, userId: number) =>
  db.selectFrom('vehicle').selectAll().where('user_id', '=', userId)

/** A person's vehicles with `q` in name or plate, by name. */
export async function findVehicles(db: Db, userId: number, { q, ...request }: PageRequest & { q: string }) {
  const matches = vehicles(db, userId).where((eb) =>
    eb.or([containsText('name', q), containsText('plate', cleanPlate(q) ?? q)]),
  )
  return fetchPage(db, matches, request, (sorted) => sorted.orderBy('name').orderBy('id'))
}

export async function findVehicleByPlate(
  db: Db,
  userId: number,
  plate: string,
): Promise<Vehicle | undefined> {
  return vehicles(db, userId).where('plate', '=', plate).executeTakeFirst()
}

export async function findVehicleById(db: Db, userId: number, id: number): Promise<Vehicle | undefined> {
  return vehicles(db, userId).where('id', '=', id).executeTakeFirst()
}

export async function countVehicles(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('vehicle')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertVehicle(
  db: Db,
  { userId, name, plate, now }: { userId: number; name: string; plate: string; now: Date },
): Promise<Vehicle> {
  return db
    .insertInto('vehicle')
    .values({ user_id: userId, name, plate, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteVehicle(db: Db, userId: number, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('vehicle')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
