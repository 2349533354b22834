import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { listen } from '../wire/listen.ts'

export type TcpProxy = {
  readonly port: number
  /** How many chunks clients have sent so far. */
  sent(): number
  /** The address of the server through this proxy. */
  through(url: string): string
  /** Passes no more bytes in either direction; connections stay open. */
  freeze(): void
  /** Passes bytes again, also those that waited. */
  thaw(): void
  /** New connections reach this port from now on; open ones are cut. */
  redirect(toPort: number): void
  close(): Promise<void>
}

/** A TCP proxy before a server on this machine. */
export async function startTcpProxy(toPort: number): Promise<TcpProxy> {
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
  const port = await listen(server)
  const each = (what: 'pause' | 'resume') => {
    for (const pair of pairs) for (const socket of pair) socket[what]()
  }
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  return {
    port,
    sent: () => sent,
    through: (url) => {
      const address = new URL(url)
      address.port = String(port)
      // The server's own socket would bypass the proxy.
      address.searchParams.delete('host')
      return address.href
    },
    freeze: () => {
      frozen = true
      each('pause')
    },
    thaw: () => {
      frozen = false
      each('resume')
    },
    redirect: (to) => {
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
