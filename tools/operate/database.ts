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
  return openWithoutMigrating({ databaseUrl, dataDir, pooler }, printFailure, longTimeouts)
}

/** One file, or up to `most`. Throws the usage text for others. */
export function fileArguments(usage: string, most: number): [string, ...string[]] {
  const [file, ...others] = process.argv.slice(2)
  if (file === undefined || file.startsWith('-') || others.length >= most) throw new Error(`usage: ${usage}`)
  return [resolve(file), ...others.map((other) => resolve(other))]
}

/** Prints the reason in one line; the exit code becomes 1. */
export function printFailure(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
