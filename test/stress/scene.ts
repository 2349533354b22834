import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { createBankClient } from '#acquirer/server/pix/bank/bankClient.ts'
import { registerWebhook } from '#acquirer/server/pix/webhook.ts'
import { startPixSimulator } from '#simulators/pix/pixSimulator.ts'
import { pixControls, pixSettingsFor } from '#simulators/pix/pixTestBed.ts'
import { startSimulator } from '#simulators/cielo/simulator.ts'
import { openWithoutMigrating } from '#app/server/database.ts'
import { readDemo } from '#simulators/demo/demoRecord.ts'
import { fillTables } from '#test/support/database/fill.ts'
import { startPostgres } from '#test/support/database/postgresServer.ts'
import { freePort } from '../../tools/dev/freePort.ts'
import { type PortalProcess, startProcess } from '#test/support/process.ts'
import { simulatorControls } from '#test/support/simulatorControls.ts'
import type { Dice } from '../fuzz/dice.ts'
import type { Story } from './story.ts'
import { hurried, type openTrouble } from './trouble.ts'

/** How far the clock of the second instance is ahead of the first one's. */
const skewMs = 120_000
const names = ['A', 'B'] as const
type Name = (typeof names)[number]

const script = fileURLToPath(new URL('portal.ts', import.meta.url))

export type Scene = Awaited<ReturnType<typeof openScene>>

/** Who takes the Pix of a run. */
export type PixAt = 'bacen' | 'cielo'

/** Two instances as processes on one PostgreSQL, and an acquirer in trouble. */
export async function openScene(story: Story, trouble: ReturnType<typeof openTrouble>, pixAt: PixAt) {
  const server = await startPostgres()
  const databaseUrl = await freshDatabase(server.url)
  const folder = mkdtempSync(join(tmpdir(), 'guiche-stress-'))
  const ports = { A: await freePort(), B: await freePort() }
  const simulator = await startSimulator({
    port: 0,
    // Its clock is the machine's while the portals' move on: a day after a sale never comes there.
    skipsWaits: true,
    notifyUrl: `http://127.0.0.1:${ports.A}/webhooks/acquirer`,
    faultOf: trouble.faultOf,
    pixFaultOf: trouble.pixFaultOf,
    delays: trouble.delays,
  })
  const bank = await startPixSimulator({ port: 0, faultOf: trouble.pixFaultOf, delays: trouble.delays })
  const pix = pixSettingsFor(bank.url)
  const portals = new Map<Name, PortalProcess>()
  const sayings: (() => string)[] = []
  let forwardMs = 0
  const open = async (name: Name) => {
    const portal = await startProcess(
      {
        ...hurried,
        PORT: String(ports[name]),
        DATABASE_URL: databaseUrl,
        DATA_DIR: folder,
        SECRET_KEY: key('5e'),
        CARD_KEYS: key('c4'),
        ACQUIRER_URL: simulator.url,
        ...(pixAt === 'cielo' ? { PIX_PROVIDER: 'cielo' } : bankEnvironment(pix)),
        CLOCK_AHEAD_MS: String(forwardMs + (name === 'B' ? skewMs : 0)),
        MOVED_ON_MS: String(forwardMs),
      },
      script,
    )
    sayings.push(portal.said)
    portals.set(name, portal)
  }
  await open('A')
  await open('B')
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
      if (portal?.hasEnded()) story.violate('an instance ended by itself', { name, said: portal.said() })
      return portal && !portal.hasEnded() ? [portal.url] : []
    })
  return {
    db: database.db,
    demo,
    simulator: simulatorControls(simulator.url),
    pixAt,
    pix: pixControls(pixAt === 'cielo' ? `${simulator.url}/pix` : bank.url),
    /** Where the first instance listens; its clock is the machine's while nobody has moved on. */
    first: `http://127.0.0.1:${ports.A}`,
    /** Where those listen that run. */
    running,
    /** An instance that runs: what a balancer in front of both would choose. Null while none does. */
    one: (dice: Dice): string | null => {
      const urls = running()
      return urls.length === 0 ? null : dice.pick(urls)
    },
    /** One dies without a word, and is started anew. */
    killOne: async (dice: Dice): Promise<void> => {
      const name = dice.pick(names)
      const portal = portals.get(name)
      portals.delete(name)
      await portal?.kill()
      story.note('portal: killed')
      await open(name)
    },
    /**
     * Both end in order, the leases of who died have run out, and both start anew so much later. The database's clock
     * stands, as its leases have.
     */
    moveOn: async (ms: number): Promise<void> => {
      running()
      for (const [name, portal] of portals) {
        const code = await portal.stop()
        if (code !== 0) story.violate('an instance did not end in order', { name, code, said: portal.said() })
      }
      for (const statement of outlived) await sql.raw(statement).execute(database.db)
      forwardMs = ms
      await Promise.all(names.map(open))
    },
    /** The lines that the instances logged as errors. */
    errors: () => sayings.flatMap((said) => said().split('\n')).filter((line) => /^\{.*\}$/.test(line)),
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

/** How an instance is told of the bank with Pix. */
const bankEnvironment = (pix: ReturnType<typeof pixSettingsFor>) => ({
  PIX_PROVIDER: 'bacen',
  PIX_URL: pix.apiUrl,
  PIX_TOKEN_URL: pix.tokenUrl,
  PIX_CLIENT_ID: pix.clientId,
  PIX_CLIENT_SECRET: pix.clientSecret ?? '',
  PIX_KEY: pix.key,
  PIX_WEBHOOK_SECRET: pix.webhookSecret,
})

/** What is leased by the database's clock, by processes that are gone. */
const outlived = [
  'update job set lease_until_at = null where done_at is null',
  'update refund set claimed_until_at = statement_timestamp() where claimed_until_at is not null',
  `update attempt set not_found_at = not_found_at - interval '1 day' where not_found_at is not null`,
]

/** A key of 64 hexadecimal characters that nobody else has: the run's, not a secret. */
const key = (salt: string) =>
  Array.from({ length: 32 }, (_, n) =>
    ((n * 7 + Number.parseInt(salt, 16)) % 256).toString(16).padStart(2, '0'),
  ).join('')

async function freshDatabase(serverUrl: string): Promise<string> {
  const client = new pg.Client(`${serverUrl}/postgres`)
  await client.connect()
  await client.query('create database stress')
  await client.end()
  const databaseUrl = `${serverUrl}/stress`
  await fillTables({ databaseUrl, dataDir: null })
  return databaseUrl
}
