import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { portalUrl } from '../portal.ts'
import { Troubles } from './troubles.ts'

/** The way from a browser to the portal, over real sockets: what `url` is asked, the portal is, unless something is wrong. */
type Line = { readonly url: string; readonly troubles: Troubles }

let opened: Promise<Line> | undefined

/** The line of this worker to its portal. Cookies are the portal's own, whatever else a page keeps is of this address. */
export function lineToPortal(): Promise<Line> {
  return (opened ??= openLine(portalUrl()))
}

/** The line, if any test of this worker has used it. */
export async function lineInUse(): Promise<Line | undefined> {
  return opened
}

/** A line to the server at this address. */
export async function openLine(to: string): Promise<Line> {
  const troubles = new Troubles()
  const agent = new Agent({ keepAlive: true })
  const server = createServer((incoming, outgoing) => {
    void troubles.letsPass(incoming, outgoing).then((passes) => passes && passOn(incoming, outgoing))
  })
  const passOn = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, headers, url } = incoming
    const call = request(`${to}${url}`, { method, headers, agent })
    call.on('response', (answer) => {
      // Whoever asked has hung up.
      if (outgoing.destroyed) return void answer.destroy()
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, outgoing, () => undefined)
    })
    call.on('error', () => outgoing.destroy())
    pipeline(incoming, call, () => undefined)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The worker ends without asking.
  server.unref()
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, troubles }
}
