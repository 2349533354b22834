import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { compiledOnce, copyBare } from '#test/support/database/embedded/template.ts'
import { type PostgresServer, startPostgres } from '#test/support/database/postgresServer.ts'
import { startProcess } from '#test/support/process.ts'
import { removeAtExit } from '../../../tools/steps/removeAtExit.ts'
import { signInStaff } from './staffSessions.ts'

/** A built portal of one worker's files, with the human check on. */
export type SharedPortal = {
  url: string
  /** Sessions of the demo's staff, second factor given: level -> cookie name -> value. */
  staffCookies: Record<number, Record<string, string>>
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker: its files run one after another, so that a fault or a setting of one meets no other. */
    portals: SharedPortal[]
  }
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const asPeopleStart = join(root, 'tools/start.ts')

/**
 * A portal for each worker, with a simulator of its own and demo data. The first starts as `npm start` does on a fresh
 * machine, with an embedded database; the others use PostgreSQL, which takes less of the processor.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postal = await startPostalService()
  const count = Number(project.config.maxWorkers) - 1
  const postgres = count > 0 ? await startPostgres() : undefined
  const startNext = async (server: PostgresServer, index: number) => {
    const databaseUrl = await createDatabase(server, `portal_${index}`)
    return startPortal({ CEP_URL: postal.url, DATABASE_URL: databaseUrl }, process.env['PORTAL_FILE'])
  }
  const others = postgres ? Array.from({ length: count }, (_, index) => startNext(postgres, index)) : []
  const startFirst = async () => {
    const dataDir = freshFolder()
    await copyBare(dataDir)
    return startPortal({ CEP_URL: postal.url, DATA_DIR: dataDir }, asPeopleStart, compiledOnce)
  }
  const begun = await Promise.allSettled([startFirst(), ...others])
  const portals = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = begun.find((one) => one.status === 'rejected')
  const stop = async () => {
    await Promise.all(portals.map((portal) => portal.stop()))
    await postgres?.stop()
    postal.stop()
  }
  if (failed) {
    await stop()
    throw failed.reason
  }
  project.provide(
    'portals',
    portals.map(({ shared }) => shared),
  )
  return stop
}

/** Creates an empty database, and returns its address. */
async function createDatabase(server: PostgresServer, name: string): Promise<string> {
  const client = new pg.Client(server.at('postgres'))
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return server.at(name)
}

/** Goes with the run, whether or not a portal came to use it. */
function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-e2e-'))
  removeAtExit(folder)
  return folder
}

/** `where` names the database. */
async function startPortal(
  where: Record<string, string>,
  script = asPeopleStart,
  flags: readonly string[] = [],
): Promise<{ shared: SharedPortal; stop(): Promise<void> }> {
  const dataDir = where['DATA_DIR'] ?? freshFolder()
  // Every phone proves that it is human, some hundred times in a run: the proof itself is not what takes the time here.
  const env = {
    DATA_DIR: dataDir,
    CAPTCHA: 'altcha',
    ALTCHA_COST: '50',
    JANITOR_INTERVAL_MS: '4000',
    // On a loaded machine an acquirer that answers late is still no lost answer.
    ACQUIRER_TIMEOUT_MS: '5000',
    ...where,
  }
  const portal = await startProcess(env, script, flags)
  const stop = async () => {
    await portal.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    // Who starts it for the first time looks for what is wrong.
    if (portal.complaints() !== '') throw new Error(`npm start complains:\n${portal.complaints()}`)
    return { shared: { url: portal.url, staffCookies: await signInStaff(portal.url) }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const nothing = { logradouro: '', bairro: '' }
/** What the stand-in knows: a street, a city whose CEP names no street, and nothing else. */
const known = new Map([
  ['80020310', { logradouro: 'Rua Doutor Muricy', bairro: 'Centro', localidade: 'Curitiba', uf: 'PR' }],
  ['80010000', { ...nothing, localidade: 'Curitiba', uf: 'PR' }],
])

/** A stand-in for the postal code service (`CEP_URL`), on any free port. */
async function startPostalService(): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    const cep = /^\/ws\/(\d{8})\/json\/$/.exec(request.url ?? '')?.[1] ?? ''
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(known.get(cep) ?? { erro: 'true' }))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  server.unref()
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${address.port}`, stop }
}
