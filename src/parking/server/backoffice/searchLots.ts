import { type City, findCity } from '#account/server/city/cities.ts'
import { containsText } from '#kit/server/db/textSearch.ts'
import type { Db } from '#db/schema.ts'
import { sql } from 'kysely'
import type { VisibleLots } from '#session/server/caller.ts'
import { isInLots } from '#staff/server/member.ts'
import { fail } from '#kit/fail.ts'
import type { PageRequest } from '#kit/paging.ts'
import { fetchPage } from '#kit/server/db/query/fetchPage.ts'
import type { LotRow } from '../store.ts'

export async function searchLots(
  db: Db,
  { q, lots, ...request }: PageRequest & { q: string; lots: VisibleLots },
) {
  let list = db
    .selectFrom('lot')
    .selectAll()
    .where(isInLots(lots, sql.ref('lot.id')))
  if (q !== '') list = list.where(containsText('name', q))
  return fetchPage(db, list, request, (lots) => lots.orderBy('name').orderBy('id'))
}

/** Throws `not_found`. */
export async function requireLot(db: Db, id: number): Promise<LotRow & { city: City | null }> {
  const lot = await db.selectFrom('lot').selectAll().where('id', '=', id).executeTakeFirst()
  if (!lot) throw fail('not_found')
  return { ...lot, city: await findLotCity(db, id) }
}

export async function findLotCity(db: Db, id: number): Promise<City | null> {
  const chosen = db.selectFrom('lot_city').select('city_id').where('lot_id', '=', id)
  const row = await chosen.executeTakeFirst()
  return row ? findCity(db, row.city_id) : null
}
