import { execFileSync } from 'node:child_process'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  initDataFolder,
  prepareServerFolder,
  startServer,
  unprivileged,
} from '../support/database/postgresServer.ts'
import { queryOnce } from '../support/database/queryOnce.ts'
import { freePort } from '../../tools/dev/freePort.ts'
import { until } from '../support/process.ts'

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** Committed data survive a crash of the server. */
const durable = { max_connections: '200', wal_level: 'replica', wal_keep_size: '512MB', hot_standby: 'on' }

/**
 * A primary and a standby with streaming replication. `synchronous`: a commit is answered once the standby has it, so
 * that a promotion loses nothing.
 */
export async function startCluster({ synchronous }: { synchronous: boolean }) {
  const folder = prepareServerFolder()
  const data = { primary: initDataFolder(folder, 'primary'), standby: join(folder.root, 'standby') }
  cpSync(data.primary, data.standby, { recursive: true })
  const ports = { primary: await freePort(), standby: await freePort() }
  writeFileSync(join(data.standby, 'standby.signal'), '')
  const { uid, gid } = unprivileged
  if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${gid}`, data.standby])
  execFileSync('chmod', ['700', data.standby])
  const startPrimary = () =>
    startServer(folder, {
      data: data.primary,
      port: ports.primary,
      settings: { ...durable, ...(synchronous ? { synchronous_standby_names: '*' } : {}) },
    })
  let primary: Awaited<ReturnType<typeof startServer>> | null = await startPrimary()
  const standby = await startServer(folder, {
    data: data.standby,
    port: ports.standby,
    settings: {
      ...durable,
      primary_conninfo: `host=127.0.0.1 port=${ports.primary} user=guiche application_name=standby`,
      wal_retrieve_retry_interval: '200ms',
    },
  })
  const query = async (port: number, text: string) =>
    (await queryOnce(`postgres://guiche@127.0.0.1:${port}/postgres`, text)).rows
  const following = async () =>
    (await query(ports.primary, `select 1 from pg_stat_replication where state = 'streaming'`)).length > 0
  await until('the standby follows', following)
  return {
    ports,
    query,
    following,
    /** As in a crash of the server, not of the machine. */
    stopPrimary: async () => {
      await primary?.end('SIGQUIT')
      primary = null
    },
    startPrimary: async () => {
      primary = await startPrimary()
    },
    /** Answers when the standby can be written. */
    promote: async () => {
      await query(ports.standby, 'select pg_promote(true, 30)')
    },
    stop: async () => {
      await primary?.end('SIGQUIT')
      await standby.end('SIGQUIT')
      rmSync(folder.root, { recursive: true, force: true })
    },
  }
}
