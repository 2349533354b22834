// @module-tag deep
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { searchTrail, type TrailSearch } from '#staff/server/audit/searchTrail.ts'
import { planOf, statementsOf } from '#test/support/database/plans.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

/** Ten times the counted part of a list: an index that is used here is used for a million. */
const many = 100_000

const portal = portalOfFile()
beforeAll(async () => {
  for (let from = 0; from < many; from += 50_000) {
    await sql`
      insert into audit (at, actor, subject, subject_id, action)
      select ${portal.clock.now()}::timestamptz - n * interval '1 minute', 'staff ' || n % 40,
        (array['payment', 'ticket', 'lot'])[n % 3 + 1], (n % 1000)::text, 'changed'
      from generate_series(${from + 1}::int, ${from + 50_000}::int) n`.execute(portal.db)
  }
  await sql`analyze audit`.execute(portal.db)
})

const isVisible = sql<boolean>`true`
const everything = {
  isVisible,
  timeZone: 'America/Sao_Paulo',
  actor: null,
  subject: null,
  subjectId: null,
  from: null,
  until: null,
}
const january = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2026-02-01T00:00:00Z') }

it.each<[string, Partial<TrailSearch>]>([
  ['the newest rows', {}],
  ['what one person did', { actor: 'staff 7' }],
  ['what one person did in a month', { actor: 'staff 7', ...january }],
  ['one kind of thing', { subject: 'lot' }],
  ['the kind that most rows are of', { subject: 'payment' }],
  ['one thing', { subject: 'lot', subjectId: '77' }],
  ['a month', january],
  ['the last page that is counted', { page: 500 }],
])('in an audit trail ten times as long as the counted part, %s uses an index', async (_, change) => {
  const search = { page: 1, perPage: 20, ...everything, ...change }
  const { rows } = await searchTrail(portal.db, search)
  expect(rows).toHaveLength(20)
  for (const statement of await statementsOf(portal.db, (db) => searchTrail(db, search))) {
    const lines = await planOf(portal.db, statement, '(analyze, timing off)')
    const looked = lines.map((line) => Number(/actual rows=([\d.]+)/.exec(line)?.[1] ?? 0))
    expect({ lines, whole: lines.filter((line) => /Seq Scan on audit/.test(line)) }).toMatchObject({
      whole: [],
    })
    expect(Math.max(...looked)).toBeLessThanOrEqual(many / 5)
  }
})
