import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { exitCode } from './run.ts'

const reportFile = fileURLToPath(new URL('../../.cache/vitest.json', import.meta.url))

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

export type Counts = { passed: number; failed: number; skipped: number }

/** Runs vitest; `counts` is null when it ended before it could say what happened. */
export async function runVitest(...args: string[]): Promise<{ code: number; counts: Counts | null }> {
  rmSync(reportFile, { force: true })
  mkdirSync(fileURLToPath(new URL('../../.cache', import.meta.url)), { recursive: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const code = await exitCode('vitest', ['run', ...reporters, ...args])
  return { code, counts: readCounts() }
}

function readCounts(): Counts | null {
  const text = readReport()
  if (text === null) return null
  const read = z.parse(report, JSON.parse(text))
  // A file that could not be loaded has no test to count, and is a failure all the same.
  const unloaded = read.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length
  return {
    passed: read.numPassedTests,
    failed: read.numFailedTests + unloaded,
    skipped: read.numPendingTests + read.numTodoTests,
  }
}

function readReport(): string | null {
  try {
    return readFileSync(reportFile, 'utf8')
  } catch {
    return null
  }
}
