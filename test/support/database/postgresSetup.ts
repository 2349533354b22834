import type { TestProject } from 'vitest/node'
import { fillDemo, fillTables } from './fill.ts'
import { type PostgresServer, startPostgres } from './postgresServer.ts'
import { queryOnce } from './queryOnce.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's PostgreSQL server: address of its maintenance database, and names of databases to be copied. */
    postgres: { url: string; templates: { tables: string; demo: string } }
  }
}

declare global {
  /** The server of this run and how many of its projects use it; each loads this file again. */
  var guichePostgres: { server: Promise<PostgresServer>; users: number } | undefined
}

const templates = { tables: 'template_tables', demo: 'template_demo' }

/** One PostgreSQL for the run, with two template databases: bare tables, and the demo. */
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
  const run = (text: string) => queryOnce(server.at('postgres'), text)
  await run(`create database ${templates.tables}`)
  await fillTables(of(templates.tables))
  // As a replica, a warehouse feed or a major upgrade does: a table without a key then refuses updates and deletes.
  await queryOnce(server.at(templates.tables), 'create publication every_table for all tables')
  await run(`create database ${templates.demo} template ${templates.tables}`)
  await fillDemo(of(templates.demo))
  return server
}
