import { sql } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'
import { openDatabase, openWithoutMigrating } from '#app/server/database.ts'
import { databaseProblems } from '#kit/server/db/sessionSettings.ts'
import { createPostgresDatabase } from '#test/support/database/testDatabase.ts'

async function run(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(statement)
  await client.end()
}

it('date style and isolation level of a connection do not depend on the database’s defaults', async () => {
  const databaseUrl = await createPostgresDatabase('empty')
  const name = new URL(databaseUrl).pathname.slice(1)
  await run(databaseUrl, `alter database ${name} set datestyle = 'German, DMY'`)
  await run(databaseUrl, `alter database ${name} set default_transaction_isolation = 'serializable'`)
  const { db, close } = await openWithoutMigrating({ databaseUrl, dataDir: null }, () => {})
  expect(await databaseProblems(db)).toEqual([])
  const { rows } = await sql<{ at: Date }>`select '2026-02-01T00:00:00Z'::timestamptz as at`.execute(db)
  expect(rows).toEqual([{ at: new Date('2026-02-01T00:00:00Z') }])
  await close()
  // Behind a pooler no session is ours, so that the start says what to do.
  const start = openDatabase({ databaseUrl, dataDir: null, pooler: 'named' }, () => {})
  await expect(start).rejects.toThrow(/its DateStyle is German, DMY: alter role/)
})

it('a database of another encoding is refused', async () => {
  const databaseUrl = await createPostgresDatabase('empty')
  const name = new URL(databaseUrl).pathname.slice(1)
  await run(databaseUrl, `create database ${name}_latin encoding 'LATIN1' locale 'C' template template0`)
  const latin = databaseUrl.replace(name, `${name}_latin`)
  await expect(openDatabase({ databaseUrl: latin, dataDir: null }, () => {})).rejects.toThrow(
    /its encoding is LATIN1: make one with createdb -E UTF8/,
  )
  await run(databaseUrl, `drop database ${name}_latin with (force)`)
})
