import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import type { PageRequest } from '#kit/paging.ts'
import { normaliseCityName, parseCityAndState, spellingKey } from '../../cityName.ts'
import type { city } from '../../contract.ts'

/** `id` is the IBGE code. */
export type City = { readonly id: number; readonly name: string; readonly state: string }

export type CepPlace = { readonly cityName: string | null; readonly state: string }

function readCsvRows<const T extends z.ZodMiniType>(file: string, row: T): z.output<T>[] {
  const csv = readFileSync(new URL(`../../../../db/data/${file}`, import.meta.url), 'utf8')
  const lines = csv.trim().split('\n').slice(1)
  return lines.map((line) => z.parse(row, line.split(',')))
}

const stateCode = z.string().check(z.length(2))
const cityRow = z.tuple([z.coerce.number(), z.string(), stateCode])
const cepRow = z.tuple([z.coerce.number(), z.coerce.number(), stateCode, z.string()])

type Spelled = City & { readonly key: string }

let cachedSpellings: readonly Spelled[] | null = null

/** Municipalities with their spelling, of one state where it is given. */
function spellings(state: string): readonly Spelled[] {
  cachedSpellings ??= readCsvRows('municipalities.csv', cityRow).map(([id, name, of]) => {
    return { id, name, state: of, key: spellingKey(name) }
  })
  return state === '' ? cachedSpellings : cachedSpellings.filter((city) => city.state === state)
}

const leastSpelled = 4

/** Ids of the municipalities whose name begins so in any spelling, those of the whole name apart. */
function findSpelled(name: string, state: string): { whole: number[]; begun: number[] } {
  const key = spellingKey(name)
  const begun = spellings(state).filter((city) => city.key.startsWith(key))
  const idsOf = (cities: readonly Spelled[]) => cities.map(({ id }) => id)
  return {
    whole: idsOf(begun.filter((city) => city.key === key)),
    begun: key.length < leastSpelled ? [] : idsOf(begun),
  }
}

/** One statement, so that another instance never finds a part of the municipalities. */
export async function seedCities(db: Db): Promise<void> {
  if (await db.selectFrom('city').select('id').limit(1).executeTakeFirst()) return
  const rows = readCsvRows('municipalities.csv', cityRow)
  await sql`
    insert into city (id, name, state, search)
    select * from unnest(${rows.map(([id]) => id)}::int[], ${rows.map(([, name]) => name)}::text[],
      ${rows.map(([, , state]) => state)}::text[], ${rows.map(([, name]) => normaliseCityName(name))}::text[])
    on conflict do nothing`.execute(db)
}

/**
 * The name `q`, in another spelling too, names that start with `q`, then 'name - uf', then names that contain `q`. In each
 * group those `near` come first.
 */
export async function searchCities(
  db: Db,
  { q, page, perPage, near }: PageRequest & { readonly q: string; readonly near: CepPlace | null },
): Promise<{ rows: City[]; total: number }> {
  const text = normaliseCityName(q)
  const { name, state } = parseCityAndState(q)
  const spelled = [findSpelled(q, ''), ...(state === '' ? [] : [findSpelled(name, state)])]
  const whole = spelled.flatMap((ids) => ids.whole)
  const begun = spelled.flatMap((ids) => ids.begun)
  const nearState = near?.state ?? ''
  const nearCity = normaliseCityName(near?.cityName ?? '')
  const matches = db.selectFrom('city').where(
    sql<boolean>`strpos(search, ${text}) > 0 or (state = ${state} and strpos(search, ${name}) > 0)
        or id = any(${[...whole, ...begun]}::int[])`,
  )
  const count = await matches.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await matches
    .select(['id', 'name', 'state'])
    .orderBy(
      sql`case when search = ${text} then 0 when id = any(${whole}::int[]) then 1
        when starts_with(search, ${text}) then 2
        when state = ${state} and starts_with(search, ${name}) then 3 else 4 end`,
    )
    .orderBy(sql`case when state <> ${nearState} then 2 when search <> ${nearCity} then 1 else 0 end`)
    .orderBy(sql`search collate "C"`)
    .orderBy('state')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { rows, total: count.total }
}

const maxInt4 = 2 ** 31 - 1
const cityCache = new WeakMap<Db, Map<number, City>>()

export async function findCity(db: Db, id: number): Promise<City | null> {
  if (!Number.isInteger(id) || id < 1 || id > maxInt4) return null
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
    .where('search', '=', normaliseCityName(name))
    .where('state', '=', state.toUpperCase())
  return (await query.executeTakeFirst()) ?? findOtherSpelling(name, state.toUpperCase())
}

function findOtherSpelling(name: string, state: string): City | null {
  const key = spellingKey(name)
  return spellings(state).find((city) => city.key === key) ?? null
}

export function wireCity({ id, name, state }: City): z.output<typeof city> {
  return { id, name, state, text: `${name} - ${state}` }
}

type CepRange = CepPlace & { readonly first: number; readonly last: number }

let cachedRanges: readonly CepRange[] | null = null

/** Ranges of cities stand before the ranges of their states (db/data/README.md). */
export function cepRanges(): readonly CepRange[] {
  cachedRanges ??= readCsvRows('ceps.csv', cepRow).map(([first, last, state, city]) => ({
    first,
    last,
    state,
    cityName: city || null,
  }))
  return cachedRanges
}

export function findCepPlace(cep: string): CepPlace | null {
  const prefix = Number(cep.slice(0, 5))
  return cepRanges().find(({ first, last }) => first <= prefix && prefix <= last) ?? null
}
