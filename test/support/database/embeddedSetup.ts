import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import * as z from 'zod/mini'
import { openAsItIs } from '#app/server/database.ts'
import { fillTables } from './fill.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with an embedded database that has its tables and the municipalities; to be copied. */
    embeddedTemplate: string
  }
}

/** Makes one embedded database for the run; each test file works on a copy. */
export default async function setup(project: TestProject): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-template-'))
  cpSync(join(await bareDatabase(), 'pgdata'), join(dataDir, 'pgdata'), { recursive: true })
  await fillTables({ databaseUrl: null, dataDir })
  project.provide('embeddedTemplate', dataDir)
  return () => rmSync(dataDir, { recursive: true, force: true })
}

/**
 * A folder with an embedded database in which there is nothing. PGlite takes 5 s of a processor for it, so one is kept
 * for each of its versions; nothing of ours is in it.
 */
async function bareDatabase(): Promise<string> {
  const kept = fileURLToPath(new URL(`../../../.cache/pglite-${pgliteVersion()}`, import.meta.url))
  if (existsSync(kept)) return kept
  const making = `${kept}.${process.pid}`
  const made = await openAsItIs({ databaseUrl: null, dataDir: making }, () => {})
  await made.close()
  try {
    renameSync(making, kept)
  } catch (error) {
    // Another run was faster.
    rmSync(making, { recursive: true })
    if (!existsSync(kept)) throw error
  }
  return kept
}

function pgliteVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const text = readFileSync(join(dirname(entry), '../package.json'), 'utf8')
  return z.parse(z.object({ version: z.string() }), JSON.parse(text)).version
}
