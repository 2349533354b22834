import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { copyDatabase } from './embedded/template.ts'
import { fillDemo } from './fill.ts'
import { queryOnce } from './queryOnce.ts'

/** A test's own database; `drop` removes it once it is closed. */
export type TestDatabase = { databaseUrl: string | null; dataDir: string | null; drop(): Promise<void> }

/** A database of its own, of the kind that this run tests, with the demo: a copy, because creating one takes seconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  if (process.env['TEST_DATABASE'] === 'postgresql') {
    const databaseUrl = await createPostgresDatabase('demo')
    return { databaseUrl, dataDir: null, drop: () => dropDatabase(databaseUrl) }
  }
  const dataDir = createEmbeddedFolder()
  await fillDemo({ databaseUrl: null, dataDir })
  return {
    databaseUrl: null,
    dataDir,
    drop: async () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

/** A folder with an embedded database of its own: tables and municipalities. */
export function createEmbeddedFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-lite-'))
  copyDatabase(inject('embeddedTemplate'), dataDir)
  return dataDir
}

/** A database of its own on the run's PostgreSQL; answers its address. `empty` has no tables. */
export async function createPostgresDatabase(like: 'empty' | 'tables' | 'demo'): Promise<string> {
  const { url, templates } = inject('postgres')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  // Copied file by file: by default it is copied through the log, which takes twice the processor time.
  const from = like === 'empty' ? '' : ` template ${templates[like]} strategy file_copy`
  await queryOnce(url, `create database ${name}${from}`)
  return at(url, name)
}

/** Otherwise it stays in memory and on the disk until the server stops. */
async function dropDatabase(databaseUrl: string): Promise<void> {
  await queryOnce(
    at(databaseUrl, 'postgres'),
    `drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`,
  )
}

function at(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
