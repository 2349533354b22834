import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export type Tap = {
  url: string
  /** Stops the next call of this method: answers when it has arrived, or when the acquirer has answered it. */
  pause(call: { method: 'GET' | 'POST' | 'PUT'; point: 'before' | 'after' }): Promise<void>
  /** Breaks every call that stands still. */
  hangUp(): void
  close(): Promise<void>
}

/**
 * A line to the acquirer that can be stopped: `before` keeps a call from arriving there, `after` keeps its
 * answer from coming back. So a test can kill the portal exactly there, without a hook in the product.
 */
export async function openTap(acquirerUrl: string): Promise<Tap> {
  let awaited: { method: string; point: 'before' | 'after'; reached: () => void } | null = null
  const server = createServer((request, response) => {
    void pass(request, response).catch(() => response.destroy())
  })
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const stopped = awaited?.method === request.method ? awaited : null
    if (stopped) awaited = null
    if (stopped?.point === 'before') return stopped.reached()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const reply = await fetch(acquirerUrl + (request.url ?? ''), {
      method: request.method ?? 'GET',
      headers: textHeaders(request),
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    })
    const body = Buffer.from(await reply.arrayBuffer())
    if (stopped?.point === 'after') return stopped.reached()
    response
      .writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? 'text/plain' })
      .end(body)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    pause: ({ method, point }) =>
      new Promise((reached) => {
        awaited = { method, point, reached }
      }),
    hangUp: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function textHeaders(request: IncomingMessage): Record<string, string> {
  const names = ['merchantid', 'merchantkey', 'authorization', 'content-type']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = request.headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
