// npm test: all checks, cheapest first.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireNode } from './requireNode.ts'
import type { Counts } from './steps/vitest.ts'

requireNode()
const { command, runSteps, staticSteps } = await import('./steps/runSteps.ts')
const { runAllTests } = await import('./steps/vitest.ts')
const { makeRunFolder } = await import('./steps/runFolder.ts')
const { findChromium } = await import('./steps/chromium.ts')

try {
  process.env['CHROMIUM'] = findChromium()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

let counts: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] }

const tests = async () => {
  const outcome = await runAllTests()
  counts = outcome.counts
  // Skipped tests fail the run; after a failure others may not have run.
  if (counts.skipped > 0 && counts.failed === 0) throw new Error(`${counts.skipped} tests are switched off`)
  return outcome.code
}

process.env['TMPDIR'] = makeRunFolder()
// A fixed path, for Node's compile cache.
process.env['PORTAL_FILE'] = fileURLToPath(new URL('../.cache/portal/main.mjs', import.meta.url))
process.env['EMBEDDED_TEMPLATE'] = mkdtempSync(join(tmpdir(), 'guiche-template-'))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const ok = await runSteps([
  staticSteps,
  [
    command('web', 'node', 'tools/build.ts'),
    // A short process does not repay optimized compilation.
    command('database', 'node', '--liftoff-only', 'test/support/database/embedded/makeTemplate.ts'),
    command('portal', 'node', 'test/support/oneFile/makePortal.ts'),
  ],
  command('size', 'node', 'bench/size.ts'),
  { name: 'tests', run: tests },
])
for (const failure of counts.failures) process.stdout.write(`${failure}\n`)
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`)
process.exit(ok ? 0 : 1)
