import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'

/** Where a test's own database is, and how to be rid of it once it is closed. */
export type Place = { databaseUrl: string | null; dataDir: string | null; drop(): void }

/** An empty database of its own, of the kind that this run tests, its tables made. */
export async function freshPlace(): Promise<Place> {
  if (process.env['TEST_DATABASE'] === 'postgresql') {
    return { databaseUrl: await freshDatabase(inject('postgresUrl')), dataDir: null, drop: () => {} }
  }
  const dataDir = freshFolder()
  return { databaseUrl: null, dataDir, drop: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** A folder with an embedded database of its own; a copy, for making one takes seconds. */
export function freshFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-lite-'))
  cpSync(join(inject('embeddedTemplate'), 'pgdata'), join(dataDir, 'pgdata'), { recursive: true })
  return dataDir
}

/** An empty database of its own on the run's PostgreSQL, without tables; answers its address. */
export async function freshDatabase(maintenanceUrl: string): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(maintenanceUrl)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return maintenanceUrl.replace(/\/postgres$/, `/${name}`)
}
