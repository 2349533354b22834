import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startSimulator } from '#simulators/cielo/simulator.ts'
import { openWithoutMigrating } from '#app/server/database.ts'
import { type ByteLine, openByteLine } from '../operate/line.ts'
import { textAt } from '../support/client.ts'
import { expectInvariants } from '../support/invariants.ts'
import { type PortalProcess, startProcess, until } from '../support/process.ts'
import { simulatorControls } from '../support/simulatorControls.ts'
import { hasNginx, nginx, ownBalancer } from './balancer.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { startPooler } from './pooler.ts'

export type House = Awaited<ReturnType<typeof openHouse>>
type Instance = { portal: PortalProcess; line: ByteLine }

type Wanted = {
  instances: number
  nginx: boolean
  /** Between the instances and the database, in transaction mode. */
  pgbouncer?: boolean
  env: Record<string, string>
}

/** Some instances behind a balancer, each on a line of its own to a primary that a standby follows. */
export async function openHouse(wanted: Wanted) {
  const cluster = await startCluster({ synchronous: true })
  await cluster.ask(cluster.ports.primary, 'create database guiche')
  const simulator = await startSimulator({ port: 0, skipsWaits: true })
  const balancer = await (wanted.nginx && hasNginx ? nginx() : ownBalancer())
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-house-'))
  let current = cluster.ports.primary
  const trunk = await openByteLine(current)
  const pooler = wanted.pgbouncer ? await startPooler(trunk.port) : null
  if (pooler) await setRoleLimits(cluster)
  const databaseUrl = () => `postgres://guiche@127.0.0.1:${current}/guiche`
  const env = (line: ByteLine) => ({
    DATA_DIR: dataDir,
    ACQUIRER_URL: simulator.url,
    DATABASE_URL: line.before(databaseUrl()),
    ...(pooler ? { DATABASE_POOLER: pooler.setting } : {}),
    ...wanted.env,
  })
  const instances: Instance[] = []
  for (let n = 0; n < wanted.instances; n += 1) {
    const line = await openByteLine(pooler?.port ?? trunk.port)
    instances.push({ line, portal: await startProcess(env(line)) })
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
    simulator: simulatorControls(simulator.url),
    url: balancer.url,
    deviceKey: textAt(demo, 'device_key'),
    databaseUrl,
    /** Starts this instance again where it stopped, ready. */
    restart: async (instance: Instance) => {
      instance.portal = await startProcess(env(instance.line))
    },
    /** What an instance says that starts with other settings, and does not. */
    refusal: async (other: Record<string, string>) =>
      startProcess({ ...env(first.line), ...other }).then(
        () => null,
        (error: unknown) => String(error),
      ),
    /** The address of the database leads to the standby from now on. */
    follow: () => {
      current = cluster.ports.standby
      trunk.lead(current)
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
    query: async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
      const client = new pg.Client(databaseUrl())
      await client.connect()
      try {
        return (await client.query<Row>(text)).rows
      } finally {
        await client.end()
      }
    },
    /** Stops the portals and compares both ledgers; throws what differs. */
    compareBooks: async () => {
      await Promise.all(instances.map(({ portal }) => portal.stop()))
      const opened = await openWithoutMigrating({ databaseUrl: databaseUrl(), dataDir: null }, () => {})
      const controls = simulatorControls(simulator.url)
      await expectInvariants({ db: opened.db, simulator: controls, runJobs: async () => 0 })
      await opened.close()
    },
    close: async () => {
      await Promise.all(instances.map(({ portal }) => portal.kill()))
      await balancer.close()
      await Promise.all(instances.map(({ line }) => line.close()))
      await pooler?.close()
      await trunk.close()
      await simulator.close()
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** As docs/operating.md#pgbouncer has it. */
async function setRoleLimits({ ask, ports }: Cluster): Promise<void> {
  const limits = {
    statement_timeout: '10s',
    lock_timeout: '8s',
    idle_in_transaction_session_timeout: '10s',
  }
  for (const [name, value] of Object.entries(limits))
    await ask(ports.primary, `alter role guiche set ${name} = '${value}'`)
}
