import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { startSimulator } from '#simulators/cielo/simulator.ts'
import { textAt } from '../support/client.ts'
import { queryOnce } from '../support/database/queryOnce.ts'
import { compareLedgers } from '../support/instances/database.ts'
import { startTcpProxy, type TcpProxy } from '../support/instances/tcpProxy.ts'
import { type PortalProcess, startProcess, until } from '../support/process.ts'
import { simulatorControls } from '../support/simulatorControls.ts'
import { hasNginx, nginx, ownBalancer } from './balancer.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { startPooler } from './pooler.ts'

export type Environment = Awaited<ReturnType<typeof startEnvironment>>
type Instance = { portal: PortalProcess; proxy: TcpProxy }

type Wanted = {
  instances: number
  nginx: boolean
  /** PgBouncer between the instances and the database, in transaction mode. */
  pgbouncer?: boolean
  env: Record<string, string>
}

/** Portal processes behind a balancer, each with a TCP proxy of its own to a primary that has a standby. */
export async function startEnvironment(wanted: Wanted) {
  const cluster = await startCluster({ synchronous: true })
  await cluster.query(cluster.ports.primary, 'create database guiche')
  const simulator = await startSimulator({ port: 0, skipsWaits: true })
  const controls = simulatorControls(simulator.url)
  const balancer = await (wanted.nginx && hasNginx ? nginx() : ownBalancer())
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-failover-'))
  let current = cluster.ports.primary
  const sharedProxy = await startTcpProxy(current)
  const pooler = wanted.pgbouncer ? await startPooler(sharedProxy.port) : null
  if (pooler) await setRoleLimits(cluster)
  const databaseUrl = () => `postgres://guiche@127.0.0.1:${current}/guiche`
  const env = (proxy: TcpProxy) => ({
    DATA_DIR: dataDir,
    ACQUIRER_URL: simulator.url,
    DATABASE_URL: proxy.through(databaseUrl()),
    ...(pooler ? { DATABASE_POOLER: pooler.setting } : {}),
    ...wanted.env,
  })
  const instances: Instance[] = []
  for (let n = 0; n < wanted.instances; n += 1) {
    const proxy = await startTcpProxy(pooler?.port ?? sharedProxy.port)
    instances.push({ proxy, portal: await startProcess(env(proxy)) })
  }
  const [first] = instances
  if (!first) throw new Error('no instances')
  const demo: unknown = await (await fetch(`${first.portal.url}/dev/demo`)).json()
  const portOf = ({ portal }: Instance) => Number(new URL(portal.url).port)
  const send = (to: readonly Instance[]) => balancer.send(to.map(portOf))
  await send(instances)
  return {
    balancer,
    pooler,
    cluster,
    instances,
    send,
    simulator: controls,
    url: balancer.url,
    deviceKey: textAt(demo, 'device_key'),
    databaseUrl,
    restart: async (instance: Instance) => {
      instance.portal = await startProcess(env(instance.proxy))
    },
    /** The error of an instance that does not start with other settings; null if it starts. */
    refusal: async (other: Record<string, string>) =>
      startProcess({ ...env(first.proxy), ...other }).then(
        () => null,
        (error: unknown) => String(error),
      ),
    /** The database's address leads to the standby from now on. */
    switchToStandby: () => {
      current = cluster.ports.standby
      sharedProxy.redirect(current)
    },
    ready: () =>
      until(
        'every instance is ready',
        async () => {
          const answers = await Promise.all(
            instances.map(({ portal }) => fetch(`${portal.url}/readyz`).catch(() => null)),
          )
          return answers.every((answer) => answer?.ok === true)
        },
        60,
      ),
    query: async <Row extends pg.QueryResultRow>(text: string) =>
      (await queryOnce<Row>(databaseUrl(), text)).rows,
    compareLedgers: async () => {
      await Promise.all(instances.map(({ portal }) => portal.stop()))
      await compareLedgers({ databaseUrl: databaseUrl(), dataDir: null }, { simulator: controls })
    },
    close: async () => {
      await Promise.all(instances.map(({ portal }) => portal.kill()))
      await balancer.close()
      await Promise.all(instances.map(({ proxy }) => proxy.close()))
      await pooler?.close()
      await sharedProxy.close()
      await simulator.close()
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** docs/operating.md#pgbouncer */
async function setRoleLimits({ query, ports }: Cluster): Promise<void> {
  const limits = {
    statement_timeout: '10s',
    lock_timeout: '8s',
    idle_in_transaction_session_timeout: '10s',
  }
  for (const [name, value] of Object.entries(limits))
    await query(ports.primary, `alter role guiche set ${name} = '${value}'`)
}
