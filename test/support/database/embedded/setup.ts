import type { TestProject } from 'vitest/node'
import { embeddedTemplate } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with an embedded database with tables and municipalities, to be copied. */
    embeddedTemplate: string
  }
}

/** One embedded database for the run; each test file works on a copy. */
export default async function setup(project: TestProject): Promise<() => void> {
  const { dataDir, drop } = await embeddedTemplate()
  project.provide('embeddedTemplate', dataDir)
  return drop
}
