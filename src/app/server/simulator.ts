import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

const readyMessage = z.object({ url: z.string(), query_url: z.optional(z.string()) })

/** `queryUrl` equals `url` without a port for queries. */
export type Simulator = { url: string; queryUrl: string; close(): Promise<void> }

/** Throws when it cannot start. */
export function spawnSimulator(options: {
  port: number
  queryPort: number | null
  dataFile: string
  notifyUrl: string
}): Promise<Simulator> {
  return spawnTool('simulator.ts', {
    CIELO_SIM_PORT: String(options.port),
    CIELO_SIM_QUERY_PORT: options.queryPort === null ? '' : String(options.queryPort),
    // The demo settles at once by default.
    CIELO_SIM_KIND: process.env['CIELO_SIM_KIND'] ?? '1',
    CIELO_SIM_DATA: options.dataFile,
    CIELO_SIM_NOTIFY_URL: options.notifyUrl,
  })
}

export function spawnPixSimulator(options: { port: number; dataFile: string }): Promise<Simulator> {
  return spawnTool('pix/simulator.ts', { PIX_SIM_PORT: String(options.port), PIX_SIM_DATA: options.dataFile })
}

/** A child process survives the portal's crashes, as a real acquirer does. */
async function spawnTool(tool: string, env: Readonly<Record<string, string>>): Promise<Simulator> {
  const script = fileURLToPath(new URL(`../../../tools/${tool}`, import.meta.url))
  const child = fork(script, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  })
  const stopped = once(child, 'exit').then(() => {
    throw new Error(`${tool} stopped before it was ready`)
  })
  const messages: unknown[] = await Promise.race([once(child, 'message'), stopped])
  stopped.catch(() => {})
  const { url, query_url: queryUrl = url } = z.parse(readyMessage, messages[0])
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  return { url, queryUrl, close }
}
