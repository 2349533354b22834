import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { inPeriod, localPeriodOf } from './localPeriod.ts'

const portal = portalOfFile()

const zones = [
  'America/Noronha',
  'America/Sao_Paulo',
  'America/Manaus',
  'America/Cuiaba',
  'America/Rio_Branco',
]

// São Paulo's summer time began on 4 November 2018; Rio Branco had none.
it.each([
  ['2026-11-26', '2026-11-26'],
  ['2026-11-25', '2026-11-27'],
  ['2018-11-04', '2018-11-04'],
  ['2018-11-03', '2018-11-05'],
  ['2026-11-26', null],
  [null, '2026-11-26'],
])('days from %s until %s are those of each row’s zone', async (from, until) => {
  const isIn = inPeriod(localPeriodOf({ from, until }), sql.ref('at'), sql.ref('zone'))
  const day = sql`(at at time zone zone)::date`
  const start = `${from ?? until ?? ''}T00:00:00Z`
  const { rows } = await sql<{ wrong: number; inside: number }>`
    select count(*) filter (where is_in <> (${day} >= ${from ?? '0001-01-01'}::date and ${day} <= ${until ?? '9999-01-01'}::date)) as wrong,
      count(*) filter (where is_in) as inside
    from (
      select *, ${isIn} as is_in
      from unnest(${zones}::text[]) as zone, generate_series(${start}::timestamptz - interval '3 days',
        ${start}::timestamptz + interval '6 days', interval '15 minutes') as at
    ) moments`.execute(portal.db)
  expect(rows).toEqual([{ wrong: 0, inside: expect.any(Number) }])
  expect(rows[0]?.inside).toBeGreaterThan(0)
})
