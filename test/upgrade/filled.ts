import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import * as z from 'zod/mini'
import { migrationsDir, openWithoutMigrating } from '#app/server/database.ts'
import { migrate, migrationFiles } from '#kit/server/db/migrate.ts'
import { PortalClient } from '#test/support/client.ts'
import { createPostgresDatabase } from '#test/support/database/testDatabase.ts'
import { startPortal } from '#test/support/portal.ts'

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const bill = z.object({ code: z.string(), token: z.string(), cookies: z.record(z.string(), z.string()) })
const held = z.object({ token: z.string(), cookies: z.record(z.string(), z.string()) })

/** What people held in their hands when the release before was stopped. */
export const story = z.parse(
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
  JSON.parse(readFileSync(here('story.json'), 'utf8')),
)

/** The migrations that the release before came with. */
const lastOfThen = '0008_reconciliation.sql'

/** A database of its own as the release before left it; answers its address. */
export async function filledDatabase(): Promise<string> {
  const databaseUrl = await createPostgresDatabase('empty')
  const folder = mkdtempSync(join(tmpdir(), 'guiche-then-'))
  for (const file of migrationFiles(migrationsDir).filter((name) => name <= lastOfThen))
    copyFileSync(join(migrationsDir, file), join(folder, file))
  const opened = await openWithoutMigrating({ databaseUrl, dataDir: null }, () => {})
  await migrate(opened.db, folder)
  await opened.close()
  rmSync(folder, { recursive: true })
  const client = new pg.Client(databaseUrl)
  await client.connect()
  // Rows refer to cities, which the portal brings itself.
  await client.query('set session_replication_role = replica')
  await client.query(readFileSync(here('data.sql'), 'utf8'))
  await client.end()
  return databaseUrl
}

/** The portal of today on what the release before left, its keys and its acquirer's books; at the hour it stopped. */
export async function startOnFilled(databaseUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-books-'))
  const books = join(folder, 'acquirer.jsonl')
  cpSync(here('acquirer.jsonl'), books)
  const drop = async () => rmSync(folder, { recursive: true })
  const portal = await startPortal({
    after: { place: { databaseUrl, dataDir: null, drop }, now: story.now, books },
  })
  return {
    ...portal,
    /** A browser that kept its cookies. */
    browser: (cookies: Readonly<Record<string, string>>) => {
      const client = new PortalClient(portal.url)
      for (const [name, value] of Object.entries(cookies)) client.cookies.set(name, value)
      return client
    },
  }
}
