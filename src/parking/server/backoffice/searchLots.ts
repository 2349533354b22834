import { type City, findCity } from '#account/server/city/cities.ts'
import { contains } from '#kit/server/db/folded.ts'
import type { Db } from '#db/schema.ts'
import { sql } from 'kysely'
import type { Lots } from '#session/server/caller.ts'
import { withinLots } from '#staff/server/member.ts'
import { fail } from '#kit/fail.ts'
import type { PageRequest } from '#kit/paging.ts'
import { onePage } from '#kit/server/db/query/counted.ts'
import type { LotRow } from '../store.ts'

export async function searchLots(db: Db, { q, lots, ...request }: PageRequest & { q: string; lots: Lots }) {
  let list = db
    .selectFrom('lot')
    .selectAll()
    .where(withinLots(lots, sql.ref('lot.id')))
  if (q !== '') list = list.where(contains('name', q))
  return onePage(db, list, request, (lots) => lots.orderBy('name').orderBy('id'))
}

/** Throws `not_found`. */
export async function openLot(db: Db, id: number): Promise<LotRow & { city: City | null }> {
  const lot = await db.selectFrom('lot').selectAll().where('id', '=', id).executeTakeFirst()
  if (!lot) throw fail('not_found')
  return { ...lot, city: await lotCity(db, id) }
}

export async function lotCity(db: Db, id: number): Promise<City | null> {
  const chosen = db.selectFrom('lot_city').select('city_id').where('lot_id', '=', id)
  const row = await chosen.executeTakeFirst()
  return row ? findCity(db, row.city_id) : null
}
