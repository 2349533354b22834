import { execFileSync } from 'node:child_process'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { initDataFolder, prepareServerFolder, startServer } from '../support/database/postgresServer.ts'
import { freePort } from '../../tools/dev/freePort.ts'
import { until } from '../support/process.ts'

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** What was answered as committed outlives the server's sudden end. */
const durable = { max_connections: '200', wal_level: 'replica', wal_keep_size: '512MB', hot_standby: 'on' }

/**
 * A primary and a standby that follows it over streaming replication. `synchronous`: a commit is answered once the
 * standby has it, so that promoting it loses nothing.
 */
export async function startCluster({ synchronous }: { synchronous: boolean }) {
  const ground = prepareServerFolder()
  const data = { primary: initDataFolder(ground, 'primary'), standby: join(ground.root, 'standby') }
  cpSync(data.primary, data.standby, { recursive: true })
  const ports = { primary: await freePort(), standby: await freePort() }
  writeFileSync(join(data.standby, 'standby.signal'), '')
  if (ground.as.uid !== undefined)
    execFileSync('chown', ['-R', `${ground.as.uid}:${ground.as.gid}`, data.standby])
  execFileSync('chmod', ['700', data.standby])
  const startPrimary = () =>
    startServer(ground, {
      data: data.primary,
      port: ports.primary,
      settings: { ...durable, ...(synchronous ? { synchronous_standby_names: '*' } : {}) },
    })
  let primary: Awaited<ReturnType<typeof startServer>> | null = await startPrimary()
  const standby = await startServer(ground, {
    data: data.standby,
    port: ports.standby,
    settings: {
      ...durable,
      primary_conninfo: `host=127.0.0.1 port=${ports.primary} user=guiche application_name=standby`,
      wal_retrieve_retry_interval: '200ms',
    },
  })
  const ask = async <Row extends pg.QueryResultRow>(port: number, text: string): Promise<Row[]> => {
    const client = new pg.Client(`postgres://guiche@127.0.0.1:${port}/postgres`)
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }
  const following = async () =>
    (await ask(ports.primary, `select 1 from pg_stat_replication where state = 'streaming'`)).length > 0
  await until('the standby follows', following)
  return {
    ports,
    ask,
    following,
    /** As a crash of the server, not of the machine. */
    stopPrimary: async () => {
      await primary?.end('SIGQUIT')
      primary = null
    },
    startPrimary: async () => {
      primary = await startPrimary()
    },
    /** Answers when it can be written. */
    promote: async () => {
      await ask(ports.standby, 'select pg_promote(true, 30)')
    },
    stop: async () => {
      await primary?.end('SIGQUIT')
      await standby.end('SIGQUIT')
      rmSync(ground.root, { recursive: true, force: true })
    },
  }
}
