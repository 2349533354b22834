// npm run check: types, lint, format and the pure tests.
import { requireNode } from './requireNode.ts'

requireNode()
const { command, runSteps, staticSteps } = await import('./steps/runSteps.ts')
const ok = await runSteps([[...staticSteps, command('tests', 'vitest', 'run', '--project', 'pure')]])
process.exit(ok ? 0 : 1)
