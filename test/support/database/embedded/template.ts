import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { openWithoutMigrating } from '#app/server/database.ts'
import { fillTables } from '../fill.ts'

/** A data folder with an embedded database that has its tables and the municipalities; `drop` when nobody copies it any more. */
type Template = { dataDir: string; drop(): void }

/** Where `npm test` keeps the one of its run: several runs of vitest copy it. */
export const runTemplate = process.env['EMBEDDED_TEMPLATE']

/**
 * Node's flags for a portal process with such a database. It is WebAssembly, which V8 compiles a second time, to run
 * faster, function by function on threads of its own: a third of what such a portal takes of the processor, and it lives
 * for minutes.
 */
export const compiledOnce = ['--liftoff-only']

/** The template of this run, made here unless `npm test` has made it. */
export async function embeddedTemplate(): Promise<Template> {
  if (runTemplate !== undefined) return { dataDir: runTemplate, drop: () => {} }
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-template-'))
  await fillTemplate(dataDir)
  return { dataDir, drop: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** Makes the template in an empty folder. */
export async function fillTemplate(dataDir: string): Promise<void> {
  await copyBare(dataDir)
  await fillTables({ databaseUrl: null, dataDir })
}

/** Copies the database of a folder into one that has none. */
export function copyDatabase(from: string, to: string): void {
  cpSync(join(from, 'pgdata'), join(to, 'pgdata'), { recursive: true })
}

/**
 * Puts an embedded database in which there is nothing into a folder. PGlite takes 5 s of a processor for it, so one is
 * kept for each of its versions; nothing of ours is in it.
 */
export async function copyBare(to: string): Promise<void> {
  const kept = fileURLToPath(new URL(`../../../../.cache/pglite-${pgliteVersion()}`, import.meta.url))
  if (!existsSync(kept)) await makeBare(kept)
  copyDatabase(kept, to)
}

async function makeBare(kept: string): Promise<void> {
  // One process may make two at once.
  const making = `${kept}.${randomUUID()}`
  const made = await openWithoutMigrating({ databaseUrl: null, dataDir: making }, () => {})
  await made.close()
  try {
    renameSync(making, kept)
  } catch (error) {
    // Another run was faster.
    rmSync(making, { recursive: true })
    if (!existsSync(kept)) throw error
  }
}

function pgliteVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const text = readFileSync(join(dirname(entry), '../package.json'), 'utf8')
  return z.parse(z.object({ version: z.string() }), JSON.parse(text)).version
}
