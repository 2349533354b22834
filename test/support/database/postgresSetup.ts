import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { fillDemo, fillTables } from './fill.ts'
import { type PostgresServer, startPostgres } from './postgresServer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's PostgreSQL server: address of its maintenance database, and names of databases to be copied. */
    postgres: { url: string; templates: { tables: string; demo: string } }
  }
}

declare global {
  /** The server of this run, and how many projects of it use it: each loads this file anew. */
  var guichePostgres: { server: Promise<PostgresServer>; users: number } | undefined
}

const templates = { tables: 'template_tables', demo: 'template_demo' }

/** One PostgreSQL for the run, with two databases that tests take a copy of: bare tables, and the demo. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (globalThis.guichePostgres ??= { server: filledServer(), users: 0 })
  shared.users += 1
  const server = await shared.server
  project.provide('postgres', { url: server.at('postgres'), templates })
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    globalThis.guichePostgres = undefined
    await server.stop()
  }
}

async function filledServer(): Promise<PostgresServer> {
  const server = await startPostgres()
  const of = (name: string) => ({ databaseUrl: server.at(name), dataDir: null })
  const client = new pg.Client(server.at('postgres'))
  await client.connect()
  await client.query(`create database ${templates.tables}`)
  await fillTables(of(templates.tables))
  await client.query(`create database ${templates.demo} template ${templates.tables}`)
  await fillDemo(of(templates.demo))
  await client.end()
  return server
}
