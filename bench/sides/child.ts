import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import * as z from 'zod/mini'

export type Child = { pid: number; url: string; stop(): Promise<void> }

const addressMessage = z.union([z.string(), z.object({ url: z.string() })])

/** A server as a process of its own, which sends its address when it serves. Its log is discarded. */
export async function startChild(
  script: string,
  env: Record<string, string>,
  flags: string[] = [],
): Promise<Child> {
  const child: ChildProcess = fork(new URL(script, import.meta.url), {
    env: { PATH: process.env['PATH'], ...env },
    execArgv: flags,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const message: unknown = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${script} ended before it served`))),
  ])
  const [address] = z.parse(z.tuple([addressMessage], z.unknown()), message)
  const stop = async () => {
    const gone = once(child, 'exit')
    child.disconnect()
    await gone
  }
  return { pid: child.pid ?? 0, url: typeof address === 'string' ? address : address.url, stop }
}
