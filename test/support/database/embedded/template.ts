import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { openWithoutMigrating } from '#app/server/database.ts'
import { fillTables } from '../fill.ts'

/** A data folder with an embedded database with tables and municipalities; `drop` removes it. */
type Template = { dataDir: string; drop(): void }

/** Where `npm test` stores its template, which several runs of vitest copy. */
export const runTemplate = process.env['EMBEDDED_TEMPLATE']

/**
 * Node's flags for a portal process with an embedded database. It is WebAssembly, which V8 compiles a second time for
 * speed: a third of the processor time of a process that lives for minutes.
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
 * Copies an empty embedded database into a folder. PGlite needs 5 s of processor time to create one, so one is cached
 * for each of its versions.
 */
export async function copyBare(to: string): Promise<void> {
  const kept = fileURLToPath(new URL(`../../../../.cache/pglite-${pgliteVersion()}`, import.meta.url))
  if (!existsSync(kept)) await makeBare(kept)
  copyDatabase(kept, to)
}

async function makeBare(kept: string): Promise<void> {
  // A process may make two at once.
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
