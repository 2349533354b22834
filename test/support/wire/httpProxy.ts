import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { listen } from './listen.ts'

/** A proxy to the server at `to`. A call goes on if `passes`, and its answer comes back if `answers`. */
export async function startHttpProxy(
  to: string,
  passes: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<boolean>,
  answers: (incoming: IncomingMessage) => boolean = () => true,
) {
  const agent = new Agent({ keepAlive: true })
  const server = createServer((incoming, outgoing) => {
    void passes(incoming, outgoing).then((isOn) => isOn && passOn(incoming, outgoing))
  })
  const passOn = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, headers, url } = incoming
    const call = request(`${to}${url}`, { method, headers, agent })
    call.on('response', (answer) => {
      // The client may have closed the connection.
      if (!answers(incoming) || outgoing.destroyed) return void answer.destroy()
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, outgoing, () => undefined)
    })
    call.on('error', () => outgoing.destroy())
    pipeline(incoming, call, () => undefined)
  }
  const url = `http://127.0.0.1:${await listen(server)}`
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url, server, close }
}
