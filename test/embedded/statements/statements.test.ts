import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Database, openWithoutMigrating } from '#app/server/database.ts'
import { createEmbeddedFolder } from '#test/support/database/testDatabase.ts'
import { recordOf } from '#test/support/database/recording.ts'
import { root, sourcesIn } from '../../tidy/sources.ts'

const dataDir = createEmbeddedFolder()
let database: Database
beforeAll(async () => {
  database = await openWithoutMigrating({ databaseUrl: null, dataDir }, () => {})
})
afterAll(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The test files of the project `server` that open a portal, and so query a database. */
const portalTests = sourcesIn('src')
  .filter(({ path }) => /^src\/\w+(\/\w+)?\/server\/.*\.test\.ts$/.test(path))
  .filter(({ code }) => code.some((line) => /\b(startPortal|portalOfFile)\(/.test(line)))
  .map(({ path }) => ({ path, record: recordOf(join(root, path)) }))

/**
 * Statements that cannot be prepared are the same on both databases, or the tests' own: plans, tables, views, triggers
 * and databases.
 */
const unprepared =
  /^\s*(begin|commit|rollback|start transaction|set|reset|truncate|analyze|explain|lock table|(create|drop) (database|function|trigger|view)|create table if not exists migration|alter table)\b/i

it('every statement that the server tests executed on PostgreSQL can be prepared on the embedded database', async () => {
  const missing = portalTests.filter(({ record }) => !existsSync(record))
  expect(
    missing.map(({ path }) => path),
    'first run: npx vitest run --project server',
  ).toEqual([])
  const records = portalTests.map(({ record }) => readFileSync(record, 'utf8'))
  const texts = new Set(records.flatMap((record) => z.parse(z.array(z.string()), JSON.parse(record))))
  const prepared = [...texts].filter((text) => !unprepared.test(text))
  const refused: { text: string; because: string }[] = []
  for (const text of prepared) {
    await sql
      .raw(`prepare recorded as ${text}`)
      .execute(database.db)
      .then(() => sql.raw('deallocate recorded').execute(database.db))
      .catch((error: unknown) => refused.push({ text, because: String(error) }))
  }
  expect(refused).toEqual([])
  expect(prepared.length).toBeGreaterThan(portalTests.length)
})
