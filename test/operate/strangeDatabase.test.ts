import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase, openWithoutMigrating } from '#app/server/database.ts'
import { migrate } from '#kit/server/db/migrate.ts'
import { databaseProblems } from '#kit/server/db/sessionSettings.ts'
import { queryOnce } from '#test/support/database/queryOnce.ts'
import { createPostgresDatabase } from '#test/support/database/testDatabase.ts'
import { checkDatabase } from '../../tools/operate/checks/checkDatabase.ts'
import { takeBackup } from '../../tools/operate/backup/takeBackup.ts'

const tablesOf = async (databaseUrl: string) =>
  (
    await queryOnce(
      databaseUrl,
      `select relname, relkind from pg_class where relnamespace = 'public'::regnamespace order by relname`,
    )
  ).rows

it('date style and isolation level of a connection do not depend on the database’s defaults', async () => {
  const databaseUrl = await createPostgresDatabase('empty')
  const name = new URL(databaseUrl).pathname.slice(1)
  await queryOnce(databaseUrl, `alter database ${name} set datestyle = 'German, DMY'`)
  await queryOnce(databaseUrl, `alter database ${name} set default_transaction_isolation = 'serializable'`)
  const { db, close } = await openWithoutMigrating({ databaseUrl, dataDir: null }, () => {})
  expect(await databaseProblems(db)).toEqual([])
  const { rows } = await sql<{ at: Date }>`select '2026-02-01T00:00:00Z'::timestamptz as at`.execute(db)
  expect(rows).toEqual([{ at: new Date('2026-02-01T00:00:00Z') }])
  await close()
  // Behind a pooler the session's settings are not ours: the start says what to do.
  const start = openDatabase({ databaseUrl, dataDir: null, pooler: 'named' }, () => {})
  await expect(start).rejects.toThrow(/its DateStyle is German, DMY: alter role/)
})

it('a database of another encoding is refused', async () => {
  const databaseUrl = await createPostgresDatabase('empty')
  const name = new URL(databaseUrl).pathname.slice(1)
  await queryOnce(
    databaseUrl,
    `create database ${name}_latin encoding 'LATIN1' locale 'C' template template0`,
  )
  const latin = databaseUrl.replace(name, `${name}_latin`)
  await expect(openDatabase({ databaseUrl: latin, dataDir: null }, () => {})).rejects.toThrow(
    /its encoding is LATIN1: make one with createdb -E UTF8/,
  )
  await queryOnce(databaseUrl, `drop database ${name}_latin with (force)`)
})

it('a database from before the first release is refused before anything is written', async () => {
  const databaseUrl = await createPostgresDatabase('empty')
  await queryOnce(
    databaseUrl,
    'create table migration (name text primary key, applied_at timestamptz not null)',
  )
  await queryOnce(databaseUrl, `insert into migration values ('0001_tickets_and_payments.sql', now())`)
  const before = await tablesOf(databaseUrl)
  const clock = { now: () => new Date() }
  const refusal = /from before the first release .* start with an empty database \(a demo: remove the folder/
  await expect(openDatabase({ databaseUrl, dataDir: null }, () => {})).rejects.toThrow(refusal)
  const opened = await openWithoutMigrating({ databaseUrl, dataDir: null }, () => {})
  const { findings } = await checkDatabase({ db: opened.db, clock }, { readOnly: false })
  expect(findings).toMatchObject([{ ok: false, detail: expect.stringMatching(refusal) }])
  await expect(takeBackup({ db: opened.db, clock }, join(tmpdir(), 'guiche-none'))).rejects.toThrow(refusal)
  await opened.close()
  expect(await tablesOf(databaseUrl)).toEqual(before)
})

it('an applied migration that was edited is refused by name; other line ends are no edit', async () => {
  const databaseUrl = await createPostgresDatabase('empty')
  const dir = mkdtempSync(join(tmpdir(), 'guiche-migrations-'))
  const write = (text: string) => writeFileSync(join(dir, '0001_first.sql'), text)
  const { db, close } = await openWithoutMigrating({ databaseUrl, dataDir: null }, () => {})
  write('create table one (id int primary key);\n')
  expect(await migrate(db, dir)).toEqual(['0001_first.sql'])
  write('create table one (id int primary key);\r\n')
  expect(await migrate(db, dir)).toEqual([])
  write('create table one (id bigint primary key);\n')
  await expect(migrate(db, dir)).rejects.toThrow('0001_first.sql was edited after the database applied it')
  rmSync(join(dir, '0001_first.sql'))
  // An older instance does not know the file.
  expect(await migrate(db, dir)).toEqual([])
  await close()
  rmSync(dir, { recursive: true })
})
