import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBankClient } from '#acquirer/server/pix/bank/bankClient.ts'
import { registerWebhook } from '#acquirer/server/pix/webhook.ts'
import { startPixSimulator } from '#simulators/pix/pixSimulator.ts'
import { pixControls, pixSettingsFor } from '#simulators/pix/pixTestBed.ts'
import { startSimulator } from '#simulators/cielo/simulator.ts'
import { openWithoutMigrating } from '#app/server/database.ts'
import { readDemo } from '#simulators/demo/demoRecord.ts'
import { fillTables } from '#test/support/database/fill.ts'
import { startPostgres } from '#test/support/database/postgresServer.ts'
import { queryOnce } from '#test/support/database/queryOnce.ts'
import { expireLeases } from '#test/support/instances/database.ts'
import { pixEnvironment } from '#test/support/pix/pixEnvironment.ts'
import { type PortalProcess, startProcess } from '#test/support/process.ts'
import { simulatorControls } from '#test/support/simulatorControls.ts'
import { freePort } from '../../tools/dev/freePort.ts'
import type { Random } from '../fuzz/random.ts'
import { type FaultInjector, scaledTimings } from './faultInjector.ts'
import type { RunLog } from './runLog.ts'

/** How far the clock of the second instance is ahead of the first one's. */
const skewMs = 120_000
const names = ['A', 'B'] as const
type Name = (typeof names)[number]

const script = fileURLToPath(new URL('portal.ts', import.meta.url))

export type Environment = Awaited<ReturnType<typeof startEnvironment>>

/** Who takes the Pix of a run. */
export type PixAt = 'bacen' | 'cielo'

/** Two portal processes on one PostgreSQL, and an acquirer with faults. */
export async function startEnvironment(runLog: RunLog, faults: FaultInjector, pixAt: PixAt) {
  const server = await startPostgres()
  await queryOnce(`${server.url}/postgres`, 'create database stress')
  const databaseUrl = `${server.url}/stress`
  await fillTables({ databaseUrl, dataDir: null })
  const folder = mkdtempSync(join(tmpdir(), 'guiche-stress-'))
  const ports = { A: await freePort(), B: await freePort() }
  const simulator = await startSimulator({
    port: 0,
    // Only the portals' clocks move on, so that its day after a sale never comes.
    skipsWaits: true,
    notifyUrl: `http://127.0.0.1:${ports.A}/webhooks/acquirer`,
    faultOf: faults.faultOf,
    pixFaultOf: faults.pixFaultOf,
    delays: faults.delays,
  })
  const bank = await startPixSimulator({ port: 0, faultOf: faults.pixFaultOf, delays: faults.delays })
  const pix = pixSettingsFor(bank.url)
  const portals = new Map<Name, PortalProcess>()
  const outputs: (() => string)[] = []
  let forwardMs = 0
  const start = async (name: Name) => {
    const portal = await startProcess(
      {
        ...scaledTimings,
        PORT: String(ports[name]),
        DATABASE_URL: databaseUrl,
        DATA_DIR: folder,
        SECRET_KEY: '5e'.repeat(32),
        CARD_KEYS: 'c4'.repeat(32),
        ACQUIRER_URL: simulator.url,
        ...(pixAt === 'cielo' ? { PIX_PROVIDER: 'cielo' } : pixEnvironment(pix)),
        CLOCK_AHEAD_MS: String(forwardMs + (name === 'B' ? skewMs : 0)),
        MOVED_ON_MS: String(forwardMs),
      },
      script,
    )
    outputs.push(portal.said)
    portals.set(name, portal)
  }
  await start('A')
  await start('B')
  await registerWebhook(
    createBankClient(pix),
    `http://127.0.0.1:${ports.A}/webhooks/pix/${pix.webhookSecret}`,
  )
  const database = await openWithoutMigrating({ databaseUrl, dataDir: null }, () => {})
  const demo = await readDemo(database.db)
  if (!demo) throw new Error('the demo was not seeded')

  const running = () =>
    names.flatMap((name) => {
      const portal = portals.get(name)
      if (portal?.hasEnded()) runLog.violation('an instance ended by itself', { name, said: portal.said() })
      return portal && !portal.hasEnded() ? [portal.url] : []
    })
  return {
    db: database.db,
    demo,
    simulator: simulatorControls(simulator.url),
    pixAt,
    pix: pixControls(pixAt === 'cielo' ? `${simulator.url}/pix` : bank.url),
    /** The first instance, whose clock is the machine's until `moveOn`. */
    first: `http://127.0.0.1:${ports.A}`,
    /** The addresses of the running instances. */
    running,
    /** A running instance, as a balancer would choose; null while there is none. */
    anyInstance: (random: Random): string | null => {
      const urls = running()
      return urls.length === 0 ? null : random.pick(urls)
    },
    /** Kills an instance with SIGKILL and starts it again. */
    killInstance: async (random: Random): Promise<void> => {
      const name = random.pick(names)
      const portal = portals.get(name)
      portals.delete(name)
      await portal?.kill()
      runLog.count('portal: killed')
      await start(name)
    },
    /**
     * Stops both instances, expires the leases of killed ones, and starts both so much later. The database's clock does not
     * move.
     */
    moveOn: async (ms: number): Promise<void> => {
      running()
      for (const [name, portal] of portals) {
        const code = await portal.stop()
        if (code !== 0)
          runLog.violation('an instance did not stop with exit code 0', { name, code, said: portal.said() })
      }
      await expireLeases(database.db)
      forwardMs = ms
      await Promise.all(names.map(start))
    },
    /** The errors that the instances logged. */
    errors: () => outputs.flatMap((said) => said().split('\n')).filter((line) => /^\{.*\}$/.test(line)),
    close: async () => {
      for (const portal of portals.values()) await portal.stop()
      await simulator.close()
      await bank.close()
      await database.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
