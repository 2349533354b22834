import { fork } from 'node:child_process'
import { once } from 'node:events'
import * as z from 'zod/mini'

const address = z.tuple([z.object({ port: z.number() })], z.unknown())

/**
 * A stand-in for the postal code service (`CEP_URL`), on any free port. A process of its own, because the portal waits
 * 0.9 s for an answer and the test runner may be busy for longer.
 */
export async function startPostalService(): Promise<{ url: string; stop(): void }> {
  const service = fork(new URL('./viaCep.ts', import.meta.url))
  const [{ port }] = z.parse(address, await once(service, 'message'))
  return { url: `http://127.0.0.1:${port}`, stop: () => service.disconnect() }
}
