import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type ByteLine = {
  readonly port: number
  /** How often something came from who connects, so far: what is written at once comes at once. */
  sent(): number
  /** The same address, with this line before it. */
  before(url: string): string
  /** Passes no more bytes, in either direction, and says nothing: nobody's connection ends. */
  freeze(): void
  /** Passes bytes again, also those that waited. */
  thaw(): void
  /** Whoever connects from now on reaches this port; who is connected is cut off. */
  lead(toPort: number): void
  close(): Promise<void>
}

/** A line to a server on this machine. */
export async function openByteLine(toPort: number): Promise<ByteLine> {
  let target = toPort
  let frozen = false
  let sent = 0
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer({ pauseOnConnect: true }, (near) => {
    const far = connect(target, '127.0.0.1')
    const pair = [near, far] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const socket of pair) socket.on('error', () => {}).on('close', end)
    near.on('data', (bytes) => {
      sent += 1
      far.write(bytes)
    })
    far.on('data', (bytes) => near.write(bytes))
    if (frozen) far.pause()
    else near.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const { port } = address
  const each = (what: 'pause' | 'resume') => {
    for (const pair of pairs) for (const socket of pair) socket[what]()
  }
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  return {
    port,
    sent: () => sent,
    before: (url) => {
      const through = new URL(url)
      through.port = String(port)
      // Not by the server's own socket.
      through.searchParams.delete('host')
      return through.href
    },
    freeze: () => {
      frozen = true
      each('pause')
    },
    thaw: () => {
      frozen = false
      each('resume')
    },
    lead: (to) => {
      target = to
      cut()
    },
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
