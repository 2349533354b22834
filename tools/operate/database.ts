import { resolve } from 'node:path'
import { type Database, openWithoutMigrating } from '../../src/app/server/database.ts'
import { longTimeouts } from '../../src/kit/server/db/postgres.ts'

/** DATABASE_URL, else the embedded database under DATA_DIR, without a statement time limit. */
export function openFromEnvironment(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Database> {
  const databaseUrl = env['DATABASE_URL'] || null
  const dataDir = resolve(env['DATA_DIR'] || './var')
  const pooler = env['DATABASE_POOLER'] === 'named' ? 'named' : env['DATABASE_POOLER'] ? 'unnamed' : null
  return openWithoutMigrating({ databaseUrl, dataDir, pooler }, sayFailure, longTimeouts)
}

/** Throws the usage text without exactly one file. */
export function fileArgument(usage: string): string {
  const [file, ...others] = process.argv.slice(2)
  if (file === undefined || file.startsWith('-') || others.length > 0) throw new Error(`usage: ${usage}`)
  return resolve(file)
}

/** Prints the reason in one line; the exit code becomes 1. */
export function sayFailure(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
