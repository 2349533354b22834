import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../tools/dev/freePort.ts'
import { requestKeepAlive } from './wire/requestKeepAlive.ts'

/** In one file where npm test has bundled it (oneFile/makePortal.ts): it starts with half the processor time. */
const main =
  process.env['PORTAL_FILE'] ?? fileURLToPath(new URL('../../src/app/server/main.ts', import.meta.url))

const endWithParent = new URL('../operate/killed/endWithParent.ts', import.meta.url).href

/** The compile cache that the test processes share. */
export const compiled = fileURLToPath(new URL('../../.cache/compiled', import.meta.url))

export type PortalProcess = {
  url: string
  /** Its output so far. */
  said(): string
  /** Suspends it with SIGSTOP until the answered function is called. */
  freeze(): () => void
  hasEnded(): boolean
  /** Its standard error, with warnings. */
  complaints(): string
  /** With SIGKILL: no handler runs. */
  kill(): Promise<void>
  /** With SIGTERM; answers the exit code. */
  stop(): Promise<number | null>
}

/** The portal as a process of its own, ready to serve, on `PORT` or any free port, with fast sweeps. `flags` are Node's. */
export async function startProcess(
  env: Record<string, string>,
  script = main,
  flags: readonly string[] = [],
): Promise<PortalProcess> {
  const port = Number(env['PORT'] ?? (await freePort()))
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [...flags, '--import', endWithParent, script], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'] ?? '',
      // Hundreds of processes run the same files.
      NODE_COMPILE_CACHE: compiled,
      PORT: String(port),
      CAPTCHA: 'off',
      LOG_LEVEL: 'error',
      ACQUIRER_TIMEOUT_MS: '1500',
      // Each round executes ten statements, even with nothing to sweep.
      JANITOR_INTERVAL_MS: '250',
      NOT_FOUND_GRACE_MS: '300',
      RATE_LIMIT_PER_MINUTE: '0',
      // A machine that runs every test at once is slow, not overloaded.
      OVERLOAD_DELAY_MS: '60000',
      CALLS_AT_ONCE: '0',
      ...env,
    },
  })
  let said = ''
  let complained = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += String(chunk)))
  child.stderr?.on('data', (chunk) => (complained += String(chunk)))
  endWithTheRun(child)
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`the portal did not start:\n${said}`)
    return (await requestKeepAlive(`${url}/readyz`, { method: 'GET' }).catch(() => null))?.status === 200
  }
  await until(`${url} ready`, isReady, 180).catch((cause: unknown) => {
    // Otherwise nothing would end it and the simulators that it has started.
    child.kill('SIGTERM')
    throw cause
  })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (hasEnded()) return child.exitCode
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
    return child.exitCode
  }
  const freeze = () => {
    child.kill('SIGSTOP')
    return () => void child.kill('SIGCONT')
  }
  return {
    url,
    said: () => said,
    complaints: () => complained,
    freeze,
    hasEnded,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}

/** Kills a child process when this one exits. */
export function endWithTheRun(child: ChildProcess): void {
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}

/** Polls a condition; throws with its name after `seconds`. */
export async function until(name: string, isSo: () => Promise<boolean>, seconds = 20): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  while (performance.now() < deadline) {
    if (await isSo()) return
    await wait(50)
  }
  throw new Error(`timed out: ${name}`)
}
