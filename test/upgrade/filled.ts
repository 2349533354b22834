import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { migrationsDir } from '#app/server/database.ts'
import { migrate, migrationFiles } from '#kit/server/db/migrate.ts'
import { PortalClient } from '#test/support/client.ts'
import { queryOnce } from '#test/support/database/queryOnce.ts'
import { createPostgresDatabase } from '#test/support/database/testDatabase.ts'
import { withDatabase } from '#test/support/instances/database.ts'
import { startPortal } from '#test/support/portal.ts'

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const bill = z.object({ code: z.string(), token: z.string(), cookies: z.record(z.string(), z.string()) })
const held = z.object({ token: z.string(), cookies: z.record(z.string(), z.string()) })

/** Sessions, links and keys that the previous release issued. */
export const scenario = z.parse(
  z.object({
    now: z.string(),
    gateKey: z.string(),
    manager: z.record(z.string(), z.string()),
    maria: z.object({
      name: z.string(),
      email: z.string(),
      password: z.string(),
      cookies: z.record(z.string(), z.string()),
      receipt: z.string(),
      savedCard: z.string(),
      reserve: z.string(),
    }),
    deviceToken: z.string(),
    recovery: z.object({ email: z.string(), token: z.string() }),
    noShow: held,
    arrived: held,
    paid: bill,
    partly: bill,
    refused: bill,
    fresh: bill,
    back: bill,
    late: bill,
    unknown: bill,
    lost: bill,
    waiting: z.extend(bill, { bank: z.string() }),
    cancelling: bill,
    open: bill,
  }),
  JSON.parse(readFileSync(here('scenario.json'), 'utf8')),
)

/** The migrations of the previous release. */
const lastOfThen = '0001_baseline.sql'

/** A database of its own as the previous release left it; answers its address. */
export async function filledDatabase(): Promise<string> {
  const databaseUrl = await createPostgresDatabase('empty')
  const folder = mkdtempSync(join(tmpdir(), 'guiche-then-'))
  for (const file of migrationFiles(migrationsDir).filter((name) => name <= lastOfThen))
    copyFileSync(join(migrationsDir, file), join(folder, file))
  await withDatabase({ databaseUrl, dataDir: null }, (db) => migrate(db, folder))
  rmSync(folder, { recursive: true })
  // Rows refer to cities, which the portal inserts itself.
  const data = readFileSync(here('data.sql'), 'utf8')
  await queryOnce(databaseUrl, `set session_replication_role = replica; ${data}`)
  return databaseUrl
}

/** Today's portal on the previous release's database, keys and acquirer's ledger, at the time when it stopped. */
export async function startOnFilled(databaseUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-books-'))
  const books = join(folder, 'acquirer.jsonl')
  cpSync(here('acquirer.jsonl'), books)
  const drop = async () => rmSync(folder, { recursive: true })
  const portal = await startPortal({
    after: { place: { databaseUrl, dataDir: null, drop }, now: scenario.now, books },
  })
  return {
    ...portal,
    /** A browser with its earlier cookies. */
    browser: (cookies: Readonly<Record<string, string>>) => {
      const client = new PortalClient(portal.url)
      for (const [name, value] of Object.entries(cookies)) client.cookies.set(name, value)
      return client
    },
  }
}
