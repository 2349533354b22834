import { join } from 'node:path'
import { createVitest, type Vitest } from 'vitest/node'

/** The projects of the faults' tests. */
const projects = ['pure', 'server', 'race']

/** One vitest for all faults, so that it and the database start once. */
type Tests = {
  /**
   * The first failing test; null when all pass. `changed` since the last run. Throws when a file cannot be loaded or
   * prepared, because no test ran then.
   */
  readonly firstFailure: (files: readonly string[], changed: readonly string[]) => Promise<string | null>
  readonly close: () => Promise<void>
}

/** Starts vitest on the project in `dir`. */
export async function startTests(dir: string): Promise<Tests> {
  /** One failure is enough. */
  const onTestCaseResult = (test: { result(): { state: string } }) => {
    if (test.result().state === 'failed') void vitest.cancelCurrentRun('test-failure')
  }
  const vitest: Vitest = await createVitest('test', {
    root: dir,
    config: join(dir, 'vitest.config.ts'),
    watch: false,
    project: projects,
    reporters: [{ onTestCaseResult }],
    silent: true,
  })
  await vitest.standalone()
  const firstFailure = async (files: readonly string[], changed: readonly string[]) => {
    for (const file of changed) vitest.invalidateFile(file)
    const paths = files.map((file) => join(dir, file))
    const found = await vitest.globTestSpecifications(paths)
    if (new Set(found.map(({ moduleId }) => moduleId)).size !== files.length)
      throw new Error(`not all of these are test files: ${files.join(', ')}`)
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(found)
    // Vitest also reports files of earlier runs.
    for (const module of testModules.filter(({ moduleId }) => paths.includes(moduleId))) {
      for (const test of module.children.allTests('failed')) return test.fullName
      const [error] = module.errors()
      if (error) throw new Error(`${module.relativeModuleId} was not run: ${error.message}`)
    }
    const [error] = unhandledErrors
    if (error) throw new Error(`outside of any test: ${JSON.stringify(error).slice(0, 300)}`)
    return null
  }
  return { firstFailure, close: () => vitest.close() }
}
