// npm run check: the fast part of npm test, for while you work: types, lint, format and the pure tests, at once.
import { requireNode } from './requireNode.ts'

requireNode()
const { command, runSteps, staticSteps } = await import('./steps/run.ts')
const ok = await runSteps([[...staticSteps, command('tests', 'vitest', 'run', '--project', 'pure')]])
process.exit(ok ? 0 : 1)
