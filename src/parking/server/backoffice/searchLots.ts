import { type City, findCity } from '#account/server/city/cities.ts'
import { contains } from '#kit/server/db/folded.ts'
import type { Db } from '#db/schema.ts'
import { sql } from 'kysely'
import type { Lots } from '#session/server/caller.ts'
import { withinLots } from '#staff/server/member.ts'
import { fail } from '#kit/fail.ts'
import type { PageRequest } from '#kit/paging.ts'
import { onePage } from '#kit/server/db/query/counted.ts'
import { closingOf } from '../closingLots.ts'
import { cityIdOf, type LotRow } from '../store.ts'
import { spacesOf } from '../view.ts'

export type BackOfficeLot = ReturnType<typeof backOfficeLot>

export async function searchLots(db: Db, { q, lots, ...request }: PageRequest & { q: string; lots: Lots }) {
  let list = db
    .selectFrom('lot')
    .selectAll()
    .where(withinLots(lots, sql.ref('lot.id')))
  if (q !== '') list = list.where(contains('name', q))
  const { rows, ...total } = await onePage(db, list, request, (lots) => lots.orderBy('name').orderBy('id'))
  return { rows: rows.map(backOfficeLot), ...total }
}

/** Throws `not_found`. */
export async function openLot(db: Db, id: number): Promise<BackOfficeLot & { city: City | null }> {
  const lot = await db.selectFrom('lot').selectAll().where('id', '=', id).executeTakeFirst()
  if (!lot) throw fail('not_found')
  return { ...backOfficeLot(lot), city: await lotCity(db, id) }
}

export async function lotCity(db: Db, id: number): Promise<City | null> {
  const cityId = await cityIdOf(db, id)
  return cityId === null ? null : findCity(db, cityId)
}

export function backOfficeLot(lot: LotRow) {
  return {
    id: lot.id,
    name: lot.name,
    timeZone: lot.time_zone,
    ...spacesOf(lot),
    closing: closingOf(lot),
    createdAt: lot.created_at,
    updatedAt: lot.updated_at,
  }
}
