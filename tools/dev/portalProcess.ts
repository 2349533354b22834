import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Null while it serves, else the output of the failed start. */
type StartFailure = string | null

export type PortalProcess = {
  /** Waits for a pending start. */
  started(): Promise<StartFailure>
  /** Restarts the process; `between` runs while none is running. */
  restart(because: string, between: () => Promise<void>): void
  close(): Promise<void>
}

type PendingRestart = { because: string; between: Set<() => Promise<void>> }

/** Restarts portal processes at the same port and database. */
export function startPortalProcess(env: NodeJS.ProcessEnv): PortalProcess {
  let current = openPortal(env)
  current.go('announced')
  let turn: Promise<unknown> = Promise.resolve()
  let waiting: PendingRestart | null = null
  let closing = false

  async function replace(): Promise<void> {
    // An editor writes several files at once.
    await wait(30)
    const wanted = waiting
    waiting = null
    if (closing || !wanted) return
    const since = performance.now()
    const before = current
    // The new process loads while the old one ends; it opens the database on command.
    current = openPortal(env)
    await before.stop()
    for (const between of wanted.between) await between()
    current.go('quiet')
    const startFailure = await current.started()
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    process.stdout.write(
      startFailure === null
        ? `  ${wanted.because}: served after ${seconds} s\n`
        : `  ${wanted.because}: the server did not start; it is tried again when a file changes\n`,
    )
  }

  return {
    started: async () => {
      // Also waits for a start requested meanwhile.
      for (let seen; seen !== turn;) {
        seen = turn
        await seen
      }
      return current.started()
    },
    restart: (because, between) => {
      if (waiting) {
        waiting.between.add(between)
        return
      }
      waiting = { because, between: new Set([between]) }
      turn = turn.then(replace)
    },
    close: async () => {
      closing = true
      await turn
      await current.stop()
    },
  }
}

function openPortal(env: NodeJS.ProcessEnv) {
  const script = fileURLToPath(new URL('portal.ts', import.meta.url))
  const child = fork(script, { env, stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
  let stderrText = ''
  child.stderr?.on('data', (part) => {
    stderrText = `${stderrText}${String(part)}`.slice(-20_000)
    process.stderr.write(String(part))
  })
  let ended = false
  const exited = once(child, 'close').then(() => {
    ended = true
  })
  const open = once(child, 'message')
  open.catch(() => undefined)
  return {
    go: (how: 'announced' | 'quiet') => void child.send(how, () => undefined),
    started: async (): Promise<StartFailure> => {
      await Promise.race([open, exited])
      return ended ? stderrText || 'the server ended' : null
    },
    stop: () => end(child, exited),
  }
}

/** A graceful end, then a kill after a call's longest time. */
async function end(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), 3000)
  await exited
  clearTimeout(force)
}
