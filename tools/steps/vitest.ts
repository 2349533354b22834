import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { exitCode } from './run.ts'

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

export type Counts = { passed: number; failed: number; skipped: number }

type Run = { code: number; counts: Counts | null }

/** Runs vitest; `counts` is null when it ended before it could say what happened. `name` tells its report from others'. */
export async function runVitest(name: string, ...args: string[]): Promise<Run> {
  const reportFile = fileURLToPath(new URL(`../../.cache/vitest-${name}.json`, import.meta.url))
  rmSync(reportFile, { force: true })
  mkdirSync(dirname(reportFile), { recursive: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const code = await exitCode('vitest', ['run', ...reporters, ...args])
  return { code, counts: readCounts(reportFile) }
}

/** One part after the other, also past one that fails. */
async function inTurn(parts: readonly (readonly [string, ...string[]])[]): Promise<Run[]> {
  const runs: Run[] = []
  for (const [name, ...args] of parts) runs.push(await runVitest(name, ...args))
  return runs
}

/**
 * Every test, in two lanes, one for each core. The lane that opens the built portal first builds it as `npm start`
 * does; the other comes to the browser when that is long done.
 */
export async function runAllTests(): Promise<Run> {
  const lanes = [
    inTurn([
      ['browser-1', '--project=browser', '--shard=1/2'],
      ['postgresql', '--project=server-postgresql', '--project=race'],
    ]),
    inTurn([
      ['server', '--project=pure', '--project=acquirer', '--project=server-embedded'],
      ['browser-2', '--project=browser', '--shard=2/2'],
    ]),
  ]
  const runs = (await Promise.all(lanes)).flat()
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const run of runs) {
    if (!run.counts) return { code: 1, counts: null }
    counts.passed += run.counts.passed
    counts.failed += run.counts.failed
    counts.skipped += run.counts.skipped
  }
  return { code: Math.max(...runs.map(({ code }) => code)), counts }
}

function readCounts(reportFile: string): Counts | null {
  const text = readReport(reportFile)
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

function readReport(reportFile: string): string | null {
  try {
    return readFileSync(reportFile, 'utf8')
  } catch {
    return null
  }
}
