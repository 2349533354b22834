// node:http and the bare driver, one named statement per look-up, without checks and sessions: the cost of the machine itself.
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import * as z from 'zod/mini'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })

const asked = z.object({ code: z.string() })
const text = 'select code, entered_at, cents from bare_ticket where code = $1'

const server = createServer((request, response) => {
  void answer(request).then(
    (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})

async function answer(request: IncomingMessage): Promise<unknown> {
  const parts: string[] = []
  request.setEncoding('utf8')
  for await (const part of request) parts.push(String(part))
  const { code } = z.parse(asked, JSON.parse(parts.join('')))
  const { rows } = await pool.query<Record<string, unknown>>({ name: 'ticket', text, values: [code] })
  return rows[0]
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') process.send?.(`http://127.0.0.1:${address?.port}`)
})
process.once('disconnect', () => process.exit(0))
