import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { startPortal } from '#test/support/portal.ts'
import { staffMember } from '#test/support/staff.ts'

it('a sheet of more than a million rows is refused', async () => {
  const portal = await startPortal()
  const manager = await staffMember(portal, 2)
  // Its indexes would make the rows take ten times as long.
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where tablename = 'audit' and indexname <> 'audit_pkey'`.execute(
    portal.db,
  )
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(portal.db)
  await sql`
    insert into audit (at, actor, subject, subject_id, action)
    select '2026-01-02T12:00:00Z', 'janitor', 'payment', '1', 'created' from generate_series(1, 1000001)`.execute(
    portal.db,
  )
  const { status, body } = await manager.get('/api/staff/exports/audit.xlsx?from=2026-01-01&until=2026-01-31')
  expect([status, at(body, 'code')]).toEqual([422, 'too_many_rows'])
  await portal.close()
})
