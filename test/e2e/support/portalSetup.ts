import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildWeb } from '../../../tools/build.ts'
import { startProcess } from '#test/support/process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the built portal that the browser tests share, with the human check on. */
    portalUrl: string
  }
}

/** The portal as `npm start` opens it: built web, embedded database, simulator of its own, demo data. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildWeb({ quiet: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-e2e-'))
  const portal = await startProcess({ DATA_DIR: dataDir, CAPTCHA: 'altcha' })
  project.provide('portalUrl', portal.url)
  return async () => {
    await portal.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
