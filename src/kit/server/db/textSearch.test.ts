import { type Compilable, sql } from 'kysely'
import { expect, it } from 'vitest'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { isTest, sourcesIn } from '../../../../test/tidy/sources.ts'
import { containsText, matchesName } from './textSearch.ts'

const portal = portalOfFile()

const spellings = [
  ['GARAGEM SÃO JOÃO', 'são joão'],
  ['Garagem São João', 'SAO JOAO'],
  ['Ângela Conceição', 'angela conceicao'],
  ['ÑANDÚ', 'ñandu'],
  ['Desconto 50%_a', '50%_A'],
  ['João D’Ávila', "joao d'avila"],
  ['João D’Ávila', 'd´avila'],
  ["João D'Ávila", 'davila'],
  ['Joao Davila', 'd’ávila'],
  ['João D Ávila', "d'avila"],
  ['Ana-Maria', 'ana  maria'],
  ['Ana  Maria', 'ana–maria'],
  ['Ana M. S. Souza', 'ana m.s. souza'],
  ['Åsa Ýr', 'åsa yr'],
  ['São João'.normalize('NFD'), 'são joão'],
] as const
it.each(spellings)('%s is found by %s, under every locale', async (name, q) => {
  const named = (text: string) => sql`(select ${text}::text collate "C" as name) as one`
  const { rows } = await sql<{ found: boolean; other: boolean }>`
    select ${containsText('name', q)} and ${matchesName(sql.ref('name'), q)} as found,
      ${containsText('name', `${q}x`)} or ${matchesName(sql.ref('name'), `${q}x`)} as other from ${named(name)}`.execute(
    portal.db,
  )
  expect(rows).toEqual([{ found: true, other: false }])
})

it.each(['-', '’', ' . '])('%j finds nothing', async (q) => {
  const { rows } = await sql<{ found: boolean }>`
    select ${containsText('name', q)} as found from (select 'Garagem' as name) as one`.execute(portal.db)
  expect([rows, matchesName(sql.ref('name'), q)]).toEqual([[{ found: false }], null])
})

it.each<[string, () => Compilable]>([
  [
    'user_account_name_search',
    () =>
      portal.db
        .selectFrom('user_account')
        .select('id')
        .where(matchesName(sql.ref('name'), 'jo') ?? sql<boolean>`false`),
  ],
  [
    'payment_name_search',
    () =>
      portal.db
        .selectFrom('payment')
        .select('id')
        .where(matchesName(sql`payer->>'name'`, 'jo') ?? sql<boolean>`false`)
        .where(sql<boolean>`payer is not null and state <> 'authorising'`),
  ],
])('people and payers are found by the index %s', async (index, query) => {
  const { sql: text, parameters } = query().compile()
  const plan = await portal.db.connection().execute(async (db) => {
    await sql`set enable_seqscan = off`.execute(db)
    const literal = text.replace(/\$1/g, `'${String(parameters[0])}'`)
    const { rows } = await sql`explain ${sql.raw(literal)}`.execute(db)
    await sql`reset enable_seqscan`.execute(db)
    return JSON.stringify(rows)
  })
  expect(plan).toContain(index)
})

it('no list searches by the locale of the database', () => {
  const found = sourcesIn('src').filter(
    (source) => !isTest(source) && source.code.join('\n').includes("'ilike'"),
  )
  expect(found.map(({ path }) => path)).toEqual([])
})
