import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { fillTables } from './fill.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with an embedded database that has its tables and the municipalities; to be copied. */
    embeddedTemplate: string
  }
}

/** Makes one embedded database for the run; each test file works on a copy. */
export default async function setup(project: TestProject): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-template-'))
  await fillTables({ databaseUrl: null, dataDir })
  project.provide('embeddedTemplate', dataDir)
  return () => rmSync(dataDir, { recursive: true, force: true })
}
