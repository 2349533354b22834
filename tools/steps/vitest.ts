import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { forgetRefusals, refusalFindings } from './refusals.ts'
import { exitCode } from './runSteps.ts'

const assertion = z.object({
  status: z.string(),
  fullName: z.string(),
  tags: z.array(z.string()),
  failureMessages: z.optional(z.nullable(z.array(z.string()))),
})

const report = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(assertion),
      message: z.string(),
    }),
  ),
})

/** `failures` is printed last, because long logs are cut at their end. */
export type Counts = { passed: number; failed: number; skipped: number; failures: string[] }

type Run = { code: number; counts: Counts }

/** The compile cache of the test portals (test/support/process.ts), shared by the workers. */
const compiled = fileURLToPath(new URL('../../.cache/compiled', import.meta.url))

/** `name` separates the reports of two runs. */
export async function runVitest(name: string, args: readonly string[], yields = 0): Promise<Run> {
  const reportFile = fileURLToPath(new URL(`../../.cache/vitest-${name}.json`, import.meta.url))
  rmSync(reportFile, { force: true })
  mkdirSync(dirname(reportFile), { recursive: true })
  // `npm run test:deep` runs the others.
  const filter = '--tagsFilter=!deep'
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const code = await exitCode('vitest', ['run', filter, ...reporters, ...args], {
    env: { NODE_COMPILE_CACHE: compiled },
    yields,
  })
  return { code, counts: readCounts({ name, code }, reportFile) }
}

type Half = { name: string; args: readonly string[]; yields?: number }

/**
 * Both run at once with more workers than cores, because a test waits for a third of its time; `nice` lets
 * both end together.
 */
const halves: readonly Half[] = [
  {
    name: 'server',
    args: ['race', 'server', 'pure', 'embedded', 'statements'].map((project) => `--project=${project}`),
  },
  { name: 'browser', args: ['--project=browser'], yields: 8 },
]

/** Builds the web once first. */
export async function runAllTests(): Promise<Run> {
  forgetRefusals()
  const runs = await Promise.all(halves.map(({ name, args, yields }) => runVitest(name, args, yields)))
  const counts: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] }
  for (const run of runs) {
    counts.passed += run.counts.passed
    counts.failed += run.counts.failed
    counts.skipped += run.counts.skipped
    counts.failures.push(...run.counts.failures)
  }
  // Failed tests may have missed refusals.
  const findings = counts.failed === 0 ? refusalFindings() : []
  counts.failed += findings.length
  counts.failures.push(...findings)
  return { code: Math.max(...runs.map(({ code }) => code), findings.length > 0 ? 1 : 0), counts }
}

function readCounts({ name, code }: { name: string; code: number }, reportFile: string): Counts {
  const text = readReport(reportFile)
  if (text === null) return unexplained(name, 'ended without a report')
  const read = z.parse(report, JSON.parse(text))
  const switchedOff = read.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, tags }) => !['passed', 'failed'].includes(status) && !tags.includes('deep'))
  const failures = read.testResults.flatMap((file) => failuresOf(name, file))
  if (code !== 0 && failures.length === 0) return unexplained(name, `ended with ${code}, and no test failed`)
  return {
    passed: read.numPassedTests,
    failed: failures.length,
    skipped: switchedOff.length,
    failures,
  }
}

function unexplained(name: string, what: string): Counts {
  return { passed: 0, failed: 1, skipped: 0, failures: [`FAILED [${name}] ${what}`] }
}

type File = z.output<typeof report>['testResults'][number]

/** A file that fails to load has no failed test. */
function failuresOf(run: string, file: File): string[] {
  const failed = file.assertionResults.filter(({ status }) => status === 'failed')
  if (file.status === 'failed' && failed.length === 0)
    return [describeFailure(run, file.name, 'not run', file.message)]
  return failed.map((test) => describeFailure(run, file.name, test.fullName, test.failureMessages?.[0] ?? ''))
}

function describeFailure(run: string, file: string, test: string, message: string): string {
  const reason = message.split('\n').slice(0, 6).join('\n    ')
  return `FAILED [${run}] ${relative(process.cwd(), file)} > ${test}\n    ${reason}`
}

function readReport(reportFile: string): string | null {
  try {
    return readFileSync(reportFile, 'utf8')
  } catch {
    return null
  }
}
