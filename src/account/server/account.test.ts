import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Database, openWithoutMigrating } from '#app/server/database.ts'
import type { Db } from '#db/schema.ts'
import { hourMs, addMs } from '#kit/clock.ts'
import type { Session } from '#session/session.ts'
import { findSession } from '#session/server/flow/findSession.ts'
import { type GuestEntry, latestEntry } from '#session/guestData.ts'
import { readGuestEntries } from '#session/server/guestData.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database/testDatabase.ts'
import { spellingKey } from '../cityName.ts'
import * as contract from '../contract.ts'
import type { CepAddress, CepSource } from './cepSource.ts'
import {
  cepRanges,
  findCepPlace,
  findCity,
  findCityByName,
  searchCities as findCities,
  seedCities,
} from './city/cities.ts'
import { getAccount, getAddress, setAddress, setAccount } from './flow/payer.ts'
import { lookUpCep, searchCities } from './flow/cities.ts'

let place: TestDatabase
let database: Database
let db: Db
beforeAll(async () => {
  place = await createTestDatabase()
  database = await openWithoutMigrating(place, () => {})
  db = database.db
  await seedCities(db)
})
afterAll(async () => {
  await database.close()
  await place.drop()
})

const clock = { now: () => new Date('2026-11-21T12:00:00Z') }
const guest = (hash: string): Session => ({
  hash,
  userId: null,
  startedAt: null,
  humanUntil: null,
  secondFactorAt: null,
  ended: false,
  data: {},
})

describe('municipalities', () => {
  test('the list has every municipality once', async () => {
    await seedCities(db)
    const count = db.selectFrom('city').select((eb) => eb.fn.countAll<number>().as('n'))
    expect(Number((await count.executeTakeFirstOrThrow()).n)).toBe(5571)
  })
  test.each([
    [3550308, 'São Paulo', 'SP'],
    [4106902, 'Curitiba', 'PR'],
    [5300108, 'Brasília', 'DF'],
    [2605459, 'Fernando de Noronha', 'PE'],
    [3545803, "Santa Bárbara d'Oeste", 'SP'],
  ])('%i is %s - %s', async (id, name, state) => {
    expect(await findCity(db, id)).toEqual({ id, name, state })
  })
  test.each([0, -1, 1, 1.5, 9_999_999_999, Number.NaN])('the id %d is no municipality', async (id) => {
    expect(await findCity(db, id)).toBeNull()
  })
  test.each([
    ['sao paulo', 'São Paulo - SP'],
    ['SÃO PAU', 'São Paulo - SP'],
    ['são paulo - sp', 'São Paulo - SP'],
    ['Curitiba/PR', 'Curitiba - PR'],
    ['campo grande - ms', 'Campo Grande - MS'],
    ['Campo Grande, AL', 'Campo Grande - AL'],
    ['campo grande rn', 'Augusto Severo (Campo Grande) - RN'],
    ['ji-pa', 'Ji-Paraná - RO'],
    ['nao me toque', 'Não-Me-Toque - RS'],
    ['santa barbara d’oeste', "Santa Bárbara d'Oeste - SP"],
    ['santa barbara doeste', "Santa Bárbara d'Oeste - SP"],
    ['horizonte', 'Horizonte - CE'],
    ['belo horizonte', 'Belo Horizonte - MG'],
    ['  brasilia  ', 'Brasília - DF'],
  ])('%s finds %s first', async (q, text) => {
    const { rows } = await findCities(db, { q, page: 1, perPage: 5, near: null })
    expect(`${rows[0]?.name} - ${rows[0]?.state}`).toBe(text)
  })
  test('a search lists names that start with the text before names that contain it, each by name', async () => {
    const { rows, total } = await findCities(db, { q: 'horizonte', page: 1, perPage: 50, near: null })
    expect(total).toBe(rows.length)
    const starting = rows.filter(({ name }) => name.startsWith('Horizonte'))
    expect(rows.slice(0, starting.length)).toEqual(starting)
    expect(rows.some(({ name }) => name === 'Belo Horizonte')).toBe(true)
  })
  test.each(['%', '_', '\\', "'; drop table city", '☃'])(
    'a search for %s finds nothing and causes no error',
    async (q) => {
      expect(await findCities(db, { q: `x${q}`, page: 1, perPage: 5, near: null })).toEqual({
        rows: [],
        total: 0,
      })
    },
  )
  test.each([
    ['Lauro Müller', 'SC', 4209607],
    ['são paulo', 'sp', 3550308],
    ['São Paulo', 'RJ', undefined],
  ])('are sorted by name: %s, %s', async (name, state, id) => {
    expect((await findCityByName(db, name, state))?.id).toBe(id)
  })
})

describe('another spelling', () => {
  const spellings = [
    ['São Caitano', 'São Caetano', 'PE'],
    ['Dona Euzébia', 'Dona Eusébia', 'MG'],
    ['Assú', 'Açu', 'RN'],
    ['Arez', 'Arês', 'RN'],
    ['Moji Mirim', 'Mogi Mirim', 'SP'],
    ['moji mirim/sp', 'Mogi Mirim', 'SP'],
    ['Parati', 'Paraty', 'RJ'],
    ['Trajano de Morais', 'Trajano de Moraes', 'RJ'],
    ['Lagoa do Itaenga', 'Lagoa de Itaenga', 'PE'],
    ['Poxoréo', 'Poxoréu', 'MT'],
    ['Itapagé', 'Itapajé', 'CE'],
    ['Barra do Pirahy', 'Barra do Piraí', 'RJ'],
  ] as const
  test.each(spellings)('%s finds %s first', async (q, name, state) => {
    const { rows } = await findCities(db, { q, page: 1, perPage: 5, near: null })
    expect(rows[0]).toMatchObject({ name, state })
    expect((await findCityByName(db, q.replace('/sp', ''), state))?.name).toBe(name)
  })
  test('is found while it is typed, and names one municipality of a state', async () => {
    const { rows } = await findCities(db, { q: 'moji mi', page: 1, perPage: 5, near: null })
    expect(rows.map(({ name }) => name)).toEqual(['Mogi Mirim'])
    const all = await db.selectFrom('city').select(['name', 'state']).execute()
    const keys = new Set(all.map(({ name, state }) => `${spellingKey(name)} ${state}`))
    expect(keys.size).toBe(all.length)
  })
})

describe('the picker', () => {
  const ask = (query: Record<string, string>) =>
    searchCities({ db }, z.parse(contract.searchCities.query, query))
  test('lists them all without a text, 20 a page', async () => {
    const first = await ask({})
    expect(z.parse(contract.searchCities.reply, first)).toEqual(first)
    expect(first.data).toHaveLength(20)
    expect(first.meta).toMatchObject({
      current_page: 1,
      from: 1,
      to: 20,
      per_page: 20,
      total: 5571,
      last_page: 279,
    })
  })
  test('pages do not repeat a city', async () => {
    const pages = await Promise.all(['1', '2', '3'].map((page) => ask({ q: 'santa', page })))
    const ids = pages.flatMap(({ data }) => data.map(({ id }) => id))
    expect(new Set(ids).size).toBe(60)
  })
  test('a page past the end is empty, with the requested page number', async () => {
    for (const page of [99, 10_001, Number.MAX_SAFE_INTEGER]) {
      const { data, meta } = await ask({ q: 'curitiba', p: String(page) })
      expect([data, meta.from, meta.to, meta.current_page]).toEqual([[], null, null, page])
    }
  })
  test.each(['q', 'search', 'searchText', 'text'])('%s searches', async (name) => {
    const { data } = await ask({ [name]: 'curitiba' })
    expect(data[0]).toEqual({ id: 4106902, name: 'Curitiba', state: 'PR', text: 'Curitiba - PR' })
  })
  test.each(['0', '-1', 'x', '1.5', '1e400'])('page %s is a page', async (page) => {
    expect((await ask({ page })).meta.current_page).toBeGreaterThanOrEqual(1)
  })
})

const account = { name: 'Ana Souza', email: 'ana@example.com', phone: '41999990000', taxId: '52998224725' }
const address: NonNullable<GuestEntry['address']> = {
  postalcode: '80010000',
  street: 'Rua XV de Novembro',
  streetNumber: '100',
  complement: '',
  neighborhood: 'Centro',
  cityId: 4106902,
}

const next = ({ hash }: Session) => findSession(db, hash, clock.now())

const here = (session: Session) => ({ session, ip: 'test', proveAgain: async () => 'off' as const })

describe('guest data', () => {
  test('are empty at first', async () => {
    expect(await getAccount({ db }, guest('new'))).toBeNull()
    expect(await getAddress({ db }, guest('new'))).toBeNull()
  })
  test('data and address are kept side by side, in this session only', async () => {
    const session = guest('ana')
    const answer = await setAccount({ db, clock }, here(session), { account: account, password: null })
    expect(answer).toEqual({ email: false, taxId: false })
    expect(await setAddress({ db, clock }, session, address)).toBe(true)
    expect(await getAccount({ db }, await next(session))).toEqual(account)
    const city = { id: 4106902, name: 'Curitiba', state: 'PR', text: 'Curitiba - PR' }
    const { cityId: _, ...rest } = address
    expect(await getAddress({ db }, await next(session))).toEqual({ ...rest, city })
    expect(await getAccount({ db }, guest('other'))).toBeNull()
  })
  test('creates no stored session', async () => {
    await setAccount({ db, clock }, here(guest('nobody')), { account, password: null })
    const kept = db.selectFrom('session').select('id_hash').where('id_hash', '=', 'nobody')
    expect(await kept.execute()).toEqual([])
  })
  test('the last write wins', async () => {
    const session = guest('twice')
    await setAccount({ db, clock }, here(session), { account: account, password: null })
    await setAccount({ db, clock }, here(await next(session)), {
      account: { ...account, name: 'Ana S.' },
      password: null,
    })
    expect((await getAccount({ db }, await next(session)))?.name).toBe('Ana S.')
  })
  test('a password sent along is not kept', async () => {
    const session = guest('password')
    const sent = { ...account, password: 'segredo' }
    await setAccount({ db, clock }, here(session), { account: sent, password: null })
    const row = db.selectFrom('guest_data').select('data').where('session_hash', '=', 'password')
    expect(JSON.stringify(await row.executeTakeFirstOrThrow())).not.toContain('segredo')
  })
  test('expires with the login', async () => {
    const session = guest('login')
    const [created_at, expires_at] = [clock.now(), addMs(clock.now(), hourMs)]
    const { id } = await db
      .insertInto('user_account')
      .values({
        name: 'Ana',
        email: 'login@exemplo.com.br',
        tax_id: 'L1',
        phone: '',
        password_hash: '',
        created_at,
        updated_at: created_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('session')
      .values({ id_hash: session.hash, user_id: id, created_at, expires_at })
      .execute()
    await setAccount({ db, clock }, here(session), { account, password: null })
    expect(latestEntry(await readGuestEntries(db, session, clock.now()))).toEqual({ account })
    expect(latestEntry(await readGuestEntries(db, session, expires_at))).toEqual({})
  })
  test('belong to a guest after the login was ended elsewhere', async () => {
    const session = guest('ended')
    const [created_at, ended_at, expires_at] = [clock.now(), clock.now(), addMs(clock.now(), hourMs)]
    await db
      .insertInto('session')
      .values({ id_hash: session.hash, created_at, ended_at, expires_at })
      .execute()
    await setAccount({ db, clock }, here(await next(session)), { account, password: null })
    expect(await next(session)).toMatchObject({
      ended: true,
      userId: null,
      data: { tickets: { '': { account } } },
    })
  })
  test('are kept for a day after each write, and ignored afterwards even if still stored', async () => {
    let hour = 0
    const later = { now: () => new Date(clock.now().getTime() + hour * 3_600_000) }
    const session = () => findSession(db, 'a day', later.now())
    const street = async () => (await getAddress({ db }, await session()))?.street
    const name = async () => (await getAccount({ db }, await session()))?.name
    await setAccount({ db, clock: later }, here(await session()), { account, password: null })
    hour = 23
    await setAddress({ db, clock: later }, await session(), address)
    hour = 46
    expect([await name(), await street()]).toEqual([account.name, address.street])
    const before = await session()
    hour = 47
    expect([await name(), await street()]).toEqual([undefined, undefined])
    expect(latestEntry(await readGuestEntries(db, before, later.now()))).toEqual({})
    await setAddress({ db, clock: later }, before, address)
    expect([await name(), await street()]).toEqual([undefined, address.street])
  })
  test.each([1, 999_999_999_999])('city %d does not exist: refused without a change', async (cityId) => {
    const session = guest('nowhere')
    expect(await setAddress({ db, clock }, session, { ...address, cityId })).toBe(false)
    expect(await getAddress({ db }, await next(session))).toBeNull()
  })
})

describe('CEP', () => {
  const known: CepAddress = { street: 'Praça da Sé', neighborhood: 'Sé', cityName: 'São Paulo', state: 'SP' }
  const saoPaulo = { id: 3550308, name: 'São Paulo', state: 'SP', text: 'São Paulo - SP' }
  test.each([
    ['known', async () => known, { street: 'Praça da Sé', neighborhood: 'Sé', city: saoPaulo }],
    [
      'of a city we do not know: the table does',
      async () => ({ ...known, cityName: 'Atlântida' }),
      { street: 'Praça da Sé', neighborhood: 'Sé', city: saoPaulo },
    ],
    [
      'in another state, which is not believed',
      async () => ({ ...known, cityName: 'Curitiba', state: 'PR' }),
      { street: '', neighborhood: '', city: saoPaulo },
    ],
    ['that the source does not know', async () => 'unknown' as const, null],
    ['while the source is silent', async () => null, { street: '', neighborhood: '', city: saoPaulo }],
    ['without a source', null, { street: '', neighborhood: '', city: saoPaulo }],
  ])('%s', async (_, cepSource, expected) => {
    expect(await lookUpCep({ db, cepSource }, '01001000')).toEqual(expected)
  })
  test('only an impossible CEP is unknown: outside the table, without the source, the answer is null', async () => {
    const nothing = { street: '', neighborhood: '', city: null }
    const look = (cep: string, cepSource: CepSource | null) => lookUpCep({ db, cepSource }, cep)
    expect(await look('83350000', null)).toEqual(nothing)
    expect(await look('83350000', async () => null)).toEqual(nothing)
    expect(await look('83350000', async () => ({ ...known, cityName: 'Atlântida', state: 'PR' }))).toEqual({
      ...nothing,
      street: 'Praça da Sé',
      neighborhood: 'Sé',
    })
    expect(await look('83350000', async () => 'unknown')).toBeNull()
    expect(await look('00000000', async () => known)).toBeNull()
  })
  test('each city of the CEP table is a municipality of its state', async () => {
    const lost: string[] = []
    for (const { cityName, state, first, last } of cepRanges()) {
      const stateOf = (prefix: number) => findCepPlace(`${String(prefix).padStart(5, '0')}000`)?.state
      const found = cityName === null || (await findCityByName(db, cityName, state))
      if (!found || stateOf(first) !== state || stateOf(last) !== state) lost.push(`${cityName} - ${state}`)
    }
    expect(lost).toEqual([])
  })
  test('the picker begins with the city of the CEP, then its state', async () => {
    const list = async (query: object) => {
      const asked = z.parse(contract.searchCities.query, query)
      return (await searchCities({ db }, asked)).data.map(({ text }) => text)
    }
    expect((await list({ cep: '80010-000' })).slice(0, 2)).toEqual(['Curitiba - PR', 'Abatiá - PR'])
    expect((await list({ cep: '83350000', q: 'santa' }))[0]).toMatch(/^Santa .* - PR$/)
    expect((await list({}))[0]).toBe('Abadia de Goiás - GO')
  })
  test('the picker begins with the nearest city, unless a CEP names another', async () => {
    const list = async (query: object) => {
      const asked = z.parse(contract.searchCities.query, query)
      return (await searchCities({ db }, asked)).data[0]?.text
    }
    expect(await list({ near: '4106902' })).toBe('Curitiba - PR')
    expect(await list({ near: '4106902', cep: '00000000' })).toBe('Curitiba - PR')
    expect(await list({ near: '4106902', cep: '01001000' })).toBe('São Paulo - SP')
    expect([await list({ near: '1' }), await list({ near: 'x' })]).toEqual(
      Array(2).fill('Abadia de Goiás - GO'),
    )
  })
})
