import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A free port outside the ephemeral range, where another connection could take it before the caller listens.
 */
export async function freePort(): Promise<number> {
  let port = randomInt(12_000, 32_768)
  while (!(await isFree(port))) port = randomInt(12_000, 32_768)
  return port
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    probe.listen(port, '127.0.0.1')
    await once(probe, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false
    throw error
  }
  probe.close()
  await once(probe, 'close')
  return true
}
