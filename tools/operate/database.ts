import { resolve } from 'node:path'
import { type Database, openWithoutMigrating } from '../../src/app/server/database.ts'
import { longTimeouts } from '../../src/kit/server/db/postgres.ts'

/** The database of DATABASE_URL, else the embedded one under DATA_DIR, as it is: a command may take its time. */
export function openFromEnvironment(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Database> {
  const databaseUrl = env['DATABASE_URL'] || null
  const dataDir = resolve(env['DATA_DIR'] || './var')
  const pooler = env['DATABASE_POOLER'] === 'named' ? 'named' : env['DATABASE_POOLER'] ? 'unnamed' : null
  return openWithoutMigrating({ databaseUrl, dataDir, pooler }, sayFailure, longTimeouts)
}

/** The one file that a command was given. Throws with how it is called. */
export function fileArgument(usage: string): string {
  const [file, ...others] = process.argv.slice(2)
  if (file === undefined || file.startsWith('-') || others.length > 0) throw new Error(`usage: ${usage}`)
  return resolve(file)
}

/** Says why a command failed, in one line, and lets it end with 1. */
export function sayFailure(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
