import { createServer, type IncomingMessage } from 'node:http'
import { listen } from '#test/support/wire/listen.ts'

type Asked = { method: string; path: string; headers: IncomingMessage['headers']; body: string }
/** The answer to a call; undefined for none. */
export type Canned = { status: number; body: object | string } | undefined

/** A bank with prepared answers that records its calls. */
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
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    canned,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
