import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#app/server/database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with an embedded database whose tables are made and empty; to be copied. */
    embeddedTemplate: string
  }
}

/** Makes one embedded database for the run; each test file works on a copy. */
export default async function setup(project: TestProject): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-template-'))
  const database = await openDatabase({ databaseUrl: null, dataDir }, () => {})
  await database.close()
  project.provide('embeddedTemplate', dataDir)
  return () => rmSync(dataDir, { recursive: true, force: true })
}
