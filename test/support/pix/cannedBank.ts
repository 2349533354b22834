import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'

type Asked = { method: string; path: string; headers: IncomingMessage['headers']; body: string }
/** What a call is answered; undefined leaves it without an answer. */
export type Canned = { status: number; body: object | string } | undefined

/** A bank that answers what a test wants, and keeps what it was asked. */
export async function openCannedBank() {
  const asked: Asked[] = []
  const canned = {
    token: (_asked: Asked): Canned => ({ status: 200, body: { access_token: 'T', expires_in: 3600 } }),
    answer: (_asked: Asked): Canned => ({ status: 500, body: '' }),
  }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const one = { method, path: url, headers, body }
      asked.push(one)
      const answer = url === '/oauth/token' ? canned.token(one) : canned.answer(one)
      if (answer === undefined) return
      const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    canned,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
