import type { IncomingMessage } from 'node:http'
import { startHttpProxy } from '../wire/httpProxy.ts'

type Point = 'before' | 'after'

export type AcquirerProxy = Awaited<ReturnType<typeof startAcquirerProxy>>

/**
 * A proxy before the acquirer: `before` keeps a call from arriving there, `after` keeps its answer from coming back. A
 * test kills the portal exactly there, without a hook in the product.
 */
export async function startAcquirerProxy(acquirerUrl: string) {
  let awaited: { method: string; point: Point; reached: () => void } | null = null
  const goesOn = (incoming: IncomingMessage, point: Point) => {
    if (awaited?.method !== incoming.method || awaited?.point !== point) return true
    awaited.reached()
    awaited = null
    return false
  }
  const { url, server, close } = await startHttpProxy(
    acquirerUrl,
    async (incoming) => goesOn(incoming, 'before'),
    (incoming) => goesOn(incoming, 'after'),
  )
  return {
    url,
    close,
    /** Pauses the next call of this method: answers when it has arrived here, or when the acquirer has answered it. */
    pause: (call: { method: 'GET' | 'POST' | 'PUT'; point: Point }) =>
      new Promise<void>((reached) => {
        awaited = { ...call, reached }
      }),
    /** Breaks every paused call. */
    disconnect: () => server.closeAllConnections(),
  }
}
