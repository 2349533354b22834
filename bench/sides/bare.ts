// The machine itself: node:http and the bare driver, with the fewest statements that could do the same work. It proves
// nothing, checks nothing and remembers nobody; what the portal costs beside it is what all of that costs.
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import * as z from 'zod/mini'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })

const asked = z.object({ code: z.optional(z.string()), sale: z.optional(z.string()) })

const named =
  (name: string, text: string) =>
  (values: unknown[], client: pg.Pool | pg.PoolClient = pool) =>
    client.query<Record<string, unknown>>({ name, text, values })

const readTicket = named('ticket', 'select code, entered_at, cents from bare_ticket where code = $1')
const insertSale = named(
  'sale',
  "insert into bare_sale (code, cents, state) values ($1, $2, 'open') returning id",
)
const readSale = named('read', 'select state, cents, exit_by from bare_sale where id = $1')
const takeSale = named(
  'take',
  "update bare_sale set state = 'paid', exit_by = now() + interval '15 minutes' where id = $1 and state = 'open'",
)
const insertMoney = named('money', 'insert into bare_ledger (sale_id, cents) values ($1, $2)')
const insertJob = named('job', 'insert into bare_job (sale_id) values ($1)')

/** Call by call: one statement, one, six with begin and commit, one. */
const calls: Readonly<Record<string, (body: z.output<typeof asked>) => Promise<unknown>>> = {
  '/read': async ({ code }) => (await readTicket([code])).rows[0],
  '/open': async ({ code }) => (await insertSale([code, 700])).rows[0],
  '/pay': async ({ sale }) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await readSale([sale], client)
      await takeSale([sale], client)
      await insertMoney([sale, 700], client)
      await insertJob([sale], client)
      await client.query('commit')
    } finally {
      client.release()
    }
    return { paid: true }
  },
  '/done': async ({ sale }) => (await readSale([sale])).rows[0],
}

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
  const work = calls[request.url ?? '']
  if (!work) throw new Error(`no such call: ${request.url}`)
  return work(z.parse(asked, JSON.parse(parts.join(''))))
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') process.send?.(`http://127.0.0.1:${address?.port}`)
})
process.once('disconnect', () => process.exit(0))
