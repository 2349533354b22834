import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port that nobody listens at. Not of those that the system gives to whoever asks for any: before who asked listens at it,
 * seconds pass, in which a line of somebody else could have been given it.
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
