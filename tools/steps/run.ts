import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = join(root, 'node_modules/.bin')

/** One thing that must be right. `run` throws, or answers the exit code of its command. */
export type Step = { readonly name: string; readonly run: () => Promise<number> }

/** A command of the project's own packages as a step; what it prints is shown as it comes. */
export function command(name: string, program: string, ...args: string[]): Step {
  return { name, run: () => exitCode(program, args) }
}

/** Runs a package's command in the project's folder; answers its exit code. */
export function exitCode(program: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(bin, program), args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` },
    })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

type Outcome = { name: string; seconds: number; ok: boolean }

/** Runs the steps in order up to the first that fails, then says how long each took. False when one failed. */
export async function runSteps(steps: readonly Step[]): Promise<boolean> {
  const outcomes: Outcome[] = []
  for (const step of steps) {
    process.stdout.write(`\n== ${step.name}\n`)
    const started = performance.now()
    const ok = await succeeds(step)
    outcomes.push({ name: step.name, seconds: (performance.now() - started) / 1000, ok })
    if (!ok) break
  }
  process.stdout.write('\n')
  for (const { name, seconds, ok } of outcomes) {
    process.stdout.write(
      `${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s\n`,
    )
  }
  const left = steps.slice(outcomes.length).map(({ name }) => name)
  if (left.length > 0) process.stdout.write(`not run: ${left.join(', ')}\n`)
  return outcomes.every(({ ok }) => ok)
}

async function succeeds(step: Step): Promise<boolean> {
  try {
    return (await step.run()) === 0
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    return false
  }
}

/** What must hold of every file, without running anything. */
export const staticSteps: readonly Step[] = [
  command('types', 'tsc', '-b'),
  command('lint', 'oxlint'),
  command('format', 'prettier', '--check', '--log-level=warn', '.'),
]
