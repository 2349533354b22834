import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import {
  compiledOnce,
  copyBare,
  copyDatabase,
  embeddedTemplate,
} from '#test/support/database/embedded/template.ts'
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
 * For each worker the portal as `npm start` opens it: web built by it when the sources changed, embedded database,
 * simulator of its own, demo data. The first does so on a fresh machine, but for PGlite's own part of the database
 * (`copyBare`); the others find the tables made, and are one file where `npm test` has built that and the web.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postal = await startPostalService()
  const template = embeddedTemplate()
  const startNext = async () => {
    const dataDir = freshFolder()
    copyDatabase((await template).dataDir, dataDir)
    return startPortal(postal.url, dataDir, process.env['PORTAL_FILE'])
  }
  const others = Array.from({ length: Number(project.config.maxWorkers) - 1 }, startNext)
  const startFirst = async () => {
    const dataDir = freshFolder()
    await copyBare(dataDir)
    return startPortal(postal.url, dataDir)
  }
  const begun = await Promise.allSettled([startFirst(), ...others])
  const portals = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = begun.find((one) => one.status === 'rejected')
  await template.then(
    ({ drop }) => drop(),
    () => {},
  )
  if (failed) {
    await Promise.all(portals.map(({ stop }) => stop()))
    postal.stop()
    throw failed.reason
  }
  project.provide(
    'portals',
    portals.map(({ shared }) => shared),
  )
  return async () => {
    await Promise.all(portals.map(({ stop }) => stop()))
    postal.stop()
  }
}

/** Goes with the run, whether or not a portal came to use it. */
function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-e2e-'))
  removeAtExit(folder)
  return folder
}

async function startPortal(
  cepUrl: string,
  dataDir: string,
  script = asPeopleStart,
): Promise<{ shared: SharedPortal; stop(): Promise<void> }> {
  // Every phone proves that it is human, some hundred times in a run: the proof itself is not what takes the time here.
  const env = {
    DATA_DIR: dataDir,
    CAPTCHA: 'altcha',
    ALTCHA_COST: '50',
    JANITOR_INTERVAL_MS: '2000',
    CEP_URL: cepUrl,
  }
  const portal = await startProcess(env, script, compiledOnce)
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
