import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = join(root, 'node_modules/.bin')

/** Where a step's output goes: nowhere in particular when it has the screen to itself. */
type Show = (text: string) => void

/** One thing that must be right. `run` throws, or answers the exit code of its command. */
export type Step = { readonly name: string; readonly run: (show?: Show) => Promise<number> }

/** A command of the project's own packages as a step; what it prints is shown as it comes, or given to `show`. */
export function command(name: string, program: string, ...args: string[]): Step {
  return { name, run: (show) => exitCode(program, args, { show }) }
}

/** `env`: beside what this process has. `yields`: to what else runs, with all that it starts (`nice`, 0 to 19). */
type How = { show?: Show | undefined; env?: Readonly<Record<string, string>>; yields?: number }

/** Runs a package's command in the project's folder; answers its exit code. */
export function exitCode(
  program: string,
  args: readonly string[],
  { show, env = {}, yields = 0 }: How = {},
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
    const free = endWith(child)
    child.once('error', reject)
    child.once('close', (code) => {
      free()
      resolve(code ?? 1)
    })
  })
}

/** Whoever ends this process ends the command too, and what that has started. */
function endWith(child: ChildProcess): () => void {
  const end = () => void child.kill('SIGTERM')
  const stop = () => process.exit(1)
  // Before what this process removes at its end: the command may write there.
  process.prependOnceListener('exit', end)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  return () => {
    process.off('exit', end)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  }
}

type Outcome = { name: string; seconds: number; ok: boolean }

/**
 * Runs the steps in order up to the first that fails, then says how long each took; those of a group run at once, and
 * what each printed is shown when it ends. False when one failed.
 */
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

async function succeeds(step: Step, show?: Show): Promise<boolean> {
  try {
    return (await step.run(show)) === 0
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    return false
  }
}

/** The type checker and its linter collect their garbage rarely: they end soon. */
const sparing = { GOGC: '400' }

/** What must hold of every file, without running anything; they may run at once. */
export const staticSteps: readonly Step[] = [
  // One thread each: several check the same types several times over, and the cores are the other steps' too.
  { name: 'types', run: (show) => exitCode('tsc', ['-b', '--singleThreaded'], { show, env: sparing }) },
  { name: 'lint', run: (show) => exitCode('oxlint', [], { show, env: { ...sparing, GOMAXPROCS: '1' } }) },
  command('format', 'oxfmt', '--check'),
]
