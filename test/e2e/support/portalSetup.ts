import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { signInStaff } from './staffSessions.ts'
import { startProcess } from '#test/support/process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the built portal that the browser tests share, with the human check on. */
    portalUrl: string
    /** Sessions of the demo's staff, second factor given: level -> cookie name -> value. */
    staffCookies: Record<number, Record<string, string>>
  }
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The portal as `npm start` opens it on a fresh machine: web built by it when the sources changed, embedded database, simulator of its own, demo data. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-e2e-'))
  // Every phone proves that it is human, some hundred times in a run: the proof itself is not what takes the time here.
  const env = { DATA_DIR: dataDir, CAPTCHA: 'altcha', ALTCHA_COST: '50' }
  const portal = await startProcess(env, join(root, 'tools/start.ts'))
  project.provide('portalUrl', portal.url)
  project.provide('staffCookies', await signInStaff(portal.url))
  return async () => {
    await portal.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
