import { readFileSync } from 'node:fs'
import { type ExpressionBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db, Schema } from '#db/schema.ts'
import type { PageRequest } from '#kit/paging.ts'
import { citySearch, splitCity } from '../../cityName.ts'
import type { CepPlace } from './cepRanges.ts'
import type { city } from '../../contract.ts'

/** `id` is the IBGE code. */
export type City = { readonly id: number; readonly name: string; readonly state: string }

const csv = new URL('../../../../db/data/municipalities.csv', import.meta.url)
const csvRow = z.tuple([z.coerce.number(), z.string(), z.string().check(z.length(2))])
const greatestId = 2 ** 31 - 1

/** One statement: another instance finds all municipalities or waits. */
export async function seedCities(db: Db): Promise<void> {
  if (await db.selectFrom('city').select('id').limit(1).executeTakeFirst()) return
  const lines = readFileSync(csv, 'utf8').trim().split('\n').slice(1)
  const rows = lines.map((line) => csvRow.parse(line.split(',')))
  await sql`
    insert into city (id, name, state, search)
    select * from unnest(${rows.map(([id]) => id)}::int[], ${rows.map(([, name]) => name)}::text[],
      ${rows.map(([, , state]) => state)}::text[], ${rows.map(([, name]) => citySearch(name))}::text[])
    on conflict do nothing`.execute(db)
}

/** Names that start with `q`, then 'name - uf', then names that contain it; equal ones `near` come first. */
export async function searchCities(
  db: Db,
  { q, page, perPage, near }: PageRequest & { readonly q: string; readonly near: CepPlace | null },
): Promise<{ rows: City[]; total: number }> {
  const wanted = parseCityQuery(q)
  const matches = db
    .selectFrom('city')
    .where((eb) => eb.or([contains(eb, wanted.text), isNamed(eb, wanted.name, wanted.state)]))
  const count = await matches.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await matches
    .select(['id', 'name', 'state'])
    .orderBy((eb) => rank(eb, wanted))
    .orderBy((eb) => distance(eb, near))
    .orderBy(sql`search collate "C"`)
    .orderBy('state')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { rows, total: count.total }
}

const cityCache = new WeakMap<Db, Map<number, City>>()

export async function findCity(db: Db, id: number): Promise<City | null> {
  if (!Number.isInteger(id) || id < 1 || id > greatestId) return null
  const cities = cityCache.get(db) ?? new Map<number, City>()
  cityCache.set(db, cities)
  const found = cities.get(id)
  if (found) return found
  const query = db.selectFrom('city').select(['id', 'name', 'state']).where('id', '=', id)
  const city = await query.executeTakeFirst()
  if (city) cities.set(id, city)
  return city ?? null
}

export async function findCityByName(db: Db, name: string, state: string): Promise<City | null> {
  const query = db
    .selectFrom('city')
    .select(['id', 'name', 'state'])
    .where('search', '=', citySearch(name))
    .where('state', '=', state.toUpperCase())
  return (await query.executeTakeFirst()) ?? null
}

function parseCityQuery(q: string): { text: string; name: string; state: string } {
  return { text: citySearch(q), ...splitCity(q) }
}

type Cities = ExpressionBuilder<Schema, 'city'>

function starts(eb: Cities, text: string) {
  return eb('search', 'like', `${escapeLike(text)}%`)
}

function contains(eb: Cities, text: string) {
  return eb('search', 'like', `%${escapeLike(text)}%`)
}

function isNamed(eb: Cities, name: string, state: string) {
  return eb.and([eb('state', '=', state), contains(eb, name)])
}

function rank(eb: Cities, { text, name, state }: ReturnType<typeof parseCityQuery>) {
  const startsIn = eb.and([eb('state', '=', state), starts(eb, name)])
  return eb.case().when(starts(eb, text)).then(0).when(startsIn).then(1).else(2).end()
}

function distance(eb: Cities, near: CepPlace | null) {
  const state = eb('state', '=', near?.state ?? '')
  const name = eb('search', '=', citySearch(near?.cityName ?? ''))
  return eb
    .case()
    .when(eb.and([state, name]))
    .then(0)
    .when(state)
    .then(1)
    .else(2)
    .end()
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

export function wireCity({ id, name, state }: City): z.output<typeof city> {
  return { id, name, state, text: `${name} - ${state}` }
}
