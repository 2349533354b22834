import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = join(root, 'node_modules/.bin')

type WriteOutput = (text: string) => void

/** `run` throws, or answers an exit code. */
export type Step = { readonly name: string; readonly run: (show?: WriteOutput) => Promise<number> }

/** A command as a step; its output goes to `show`. */
export function command(name: string, program: string, ...args: string[]): Step {
  return { name, run: (show) => exitCode(program, args, { show }) }
}

/** `env` is added to the process's own. `yields`: nice value, 0 to 19. */
type CommandOptions = {
  show?: WriteOutput | undefined
  env?: Readonly<Record<string, string>>
  yields?: number
}

/** Runs a package's command in the project's folder. */
export function exitCode(
  program: string,
  args: readonly string[],
  { show, env = {}, yields = 0 }: CommandOptions = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const colour = show && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
    const child = spawn(join(bin, program), args, {
      cwd: root,
      stdio: show ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env, ...colour, PATH: `${bin}:${process.env['PATH'] ?? ''}` },
    })
    if (child.pid !== undefined && yields > 0) setPriority(child.pid, yields)
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => show?.(String(part)))
    const free = endWithThisProcess(child)
    child.once('error', reject)
    child.once('close', (code) => {
      free()
      resolve(code ?? 1)
    })
  })
}

/** Ends the command and its children with this process. */
function endWithThisProcess(child: ChildProcess): () => void {
  const end = () => void child.kill('SIGTERM')
  const stop = () => process.exit(1)
  // Before the removal of folders that the command may write to.
  process.prependOnceListener('exit', end)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  return () => {
    process.off('exit', end)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  }
}

type Outcome = { name: string; seconds: number; ok: boolean }

/** Runs steps until one fails, then prints their times; a group runs at once. False after a failure. */
export async function runSteps(steps: readonly (Step | readonly Step[])[]): Promise<boolean> {
  const groups = steps.map((step) => ('run' in step ? [step] : step))
  const outcomes: Outcome[] = []
  for (const group of groups) {
    const done = await Promise.all(group.map((step) => runOne(step, group.length > 1)))
    outcomes.push(...done)
    if (done.some(({ ok }) => !ok)) break
  }
  process.stdout.write('\n')
  for (const { name, seconds, ok } of outcomes) {
    process.stdout.write(
      `${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s\n`,
    )
  }
  const left = groups
    .flat()
    .slice(outcomes.length)
    .map(({ name }) => name)
  if (left.length > 0) process.stdout.write(`not run: ${left.join(', ')}\n`)
  return outcomes.every(({ ok }) => ok)
}

async function runOne(step: Step, besideOthers: boolean): Promise<Outcome> {
  const title = `\n== ${step.name}\n`
  const said: string[] = []
  if (!besideOthers) process.stdout.write(title)
  const started = performance.now()
  const ok = await succeeds(step, besideOthers ? (text) => void said.push(text) : undefined)
  if (besideOthers) process.stdout.write(title + said.join(''))
  return { name: step.name, seconds: (performance.now() - started) / 1000, ok }
}

async function succeeds(step: Step, show?: WriteOutput): Promise<boolean> {
  try {
    return (await step.run(show)) === 0
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    return false
  }
}

/** Rare garbage collection, for short processes. */
const rareCollections = { GOGC: '400' }

/** Independent of each other. */
export const staticSteps: readonly Step[] = [
  // One thread, because several check the same types again.
  {
    name: 'types',
    run: (show) => exitCode('tsc', ['-b', '--singleThreaded'], { show, env: rareCollections }),
  },
  {
    name: 'lint',
    run: (show) => exitCode('oxlint', [], { show, env: { ...rareCollections, GOMAXPROCS: '1' } }),
  },
  command('format', 'oxfmt', '--check'),
]
