import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** What became of the last start: null when it serves, else what it said before it ended. */
export type Mishap = string | null

export type KeptPortal = {
  /** Waits for a start that is under way. */
  standing(): Promise<Mishap>
  /** Ends the process and starts another; `between` runs when the old one has ended. */
  renew(because: string, between: () => Promise<void>): void
  close(): Promise<void>
}

type Wanted = { because: string; between: Set<() => Promise<void>> }

/** One portal process after the other, at the same port and with the same database. */
export function keepPortal(env: NodeJS.ProcessEnv): KeptPortal {
  let current = openPortal(env)
  current.go('aloud')
  let turn: Promise<unknown> = Promise.resolve()
  let waiting: Wanted | null = null
  let closing = false

  async function replace(): Promise<void> {
    // An editor writes several files at once.
    await wait(30)
    const wanted = waiting
    waiting = null
    if (closing || !wanted) return
    const since = performance.now()
    const before = current
    // The new process reads its files while the old one ends; it opens the database when it is told to.
    current = openPortal(env)
    await before.stop()
    for (const between of wanted.between) await between()
    current.go('quietly')
    const mishap = await current.standing()
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    process.stdout.write(
      mishap === null
        ? `  ${wanted.because}: served after ${seconds} s\n`
        : `  ${wanted.because}: the server did not start; it is tried again when a file changes\n`,
    )
  }

  return {
    standing: async () => {
      // A start that was asked for meanwhile is waited for as well.
      for (let seen; seen !== turn;) {
        seen = turn
        await seen
      }
      return current.standing()
    },
    renew: (because, between) => {
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
  let said = ''
  child.stderr?.on('data', (part) => {
    said = `${said}${String(part)}`.slice(-20_000)
    process.stderr.write(String(part))
  })
  let ended = false
  const gone = once(child, 'close').then(() => {
    ended = true
  })
  const open = once(child, 'message')
  open.catch(() => undefined)
  return {
    go: (how: 'aloud' | 'quietly') => void child.send(how, () => undefined),
    standing: async (): Promise<Mishap> => {
      await Promise.race([open, gone])
      return ended ? said || 'the server ended' : null
    },
    stop: () => end(child, gone),
  }
}

/** In order, and by force when that takes longer than a call may. */
async function end(child: ChildProcess, gone: Promise<void>): Promise<void> {
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), 3000)
  await gone
  clearTimeout(force)
}
