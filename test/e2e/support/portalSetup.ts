import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { compiledOnce, copyBare } from '#test/support/database/embedded/template.ts'
import { type PostgresServer, startPostgres } from '#test/support/database/postgresServer.ts'
import { queryOnce } from '#test/support/database/queryOnce.ts'
import { startProcess } from '#test/support/process.ts'
import { removeAtExit } from '../../../tools/steps/removeAtExit.ts'
import { startPostalService } from './postal/startPostalService.ts'
import { signInStaff } from './staffSessions.ts'

/** A built portal of one worker's files, with the human check on. */
export type SharedPortal = {
  url: string
  /** Sessions of the demo's staff, second factor given: level -> cookie name -> value. */
  staffCookies: Record<number, Record<string, string>>
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker: its files run one after another, so that a fault or a setting affects no other file. */
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
    const name = `portal_${index}`
    await queryOnce(server.at('postgres'), `create database ${name}`)
    return startPortal({ CEP_URL: postal.url, DATABASE_URL: server.at(name) }, process.env['PORTAL_FILE'])
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

/** Removed with the run, also when no portal used it. */
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
  // Every phone passes the human check, some hundred times in a run: a cheap puzzle saves time.
  const env = {
    DATA_DIR: dataDir,
    CAPTCHA: 'altcha',
    ALTCHA_COST: '50',
    JANITOR_INTERVAL_MS: '4000',
    // On a loaded machine a late answer is not a lost one.
    ACQUIRER_TIMEOUT_MS: '5000',
    ...where,
  }
  const portal = await startProcess(env, script, flags)
  const stop = async () => {
    await portal.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    // The first start prints no warning.
    if (portal.complaints() !== '') throw new Error(`npm start complains:\n${portal.complaints()}`)
    return { shared: { url: portal.url, staffCookies: await signInStaff(portal.url) }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
