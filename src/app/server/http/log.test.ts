import { sql } from 'kysely'
import pino from 'pino'
import { expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { leakedTokens } from '#test/support/reporting/leakedTokens.ts'
import { must, openTransaction } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()

/** The log lines of level info. */
async function linesOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = portal.logs.length
  await work()
  const lines = portal.logs.slice(before).filter((line) => line.includes('"req"'))
  return lines.filter((line) => Number(at(JSON.parse(line), 'level')) >= (pino.levels.values['info'] ?? 30))
}

it('reads are not logged at info: files, GET calls, health checks, unknown addresses', async () => {
  const client = portal.client()
  const read = ['/', '/assets/x.js', '/healthz', '/readyz', '/api/session/web', '/api/parking/stats']
  for (const path of read)
    expect({ path, lines: await linesOf(() => client.get(path)) }).toEqual({ path, lines: [] })
})

it('a write or a refusal is one line with route and status, without the address', async () => {
  const client = portal.client()
  const code = await portal.openTicket(125)
  const lines = await linesOf(async () => must(await client.post('/api/tk_ticket/read', { code })))
  expect(lines).toEqual([expect.stringContaining('"req":{"method":"POST","route":"/api/tk_ticket/read"}')])
  const refused = await linesOf(() =>
    client.post('/api/pm_transaction/0123456789abcdef0123456789abcdef/pay', {}),
  )
  expect(refused).toEqual([expect.stringContaining('"route":"/api/pm_transaction/:token/pay"')])
  expect(refused.join()).not.toContain('0123456789abcdef')
})

it('payment tokens are redacted everywhere: in order keys and in database errors', async () => {
  const client = portal.client()
  const token = await openTransaction(client, await portal.openTicket(125))
  const { log } = portal.deps.payment
  const before = portal.logs.length
  log.error({ token, orderKey: `${token}A1`, attempt: { order_key: `${token}A1`, token } }, 'a sale')
  const twice = sql`insert into payment select (jsonb_populate_record(payment, '{"id": 999999}')).* from payment
    where token = ${token}`
  const error: unknown = await twice.execute(portal.db).catch((error: unknown) => error)
  expect(at(error, 'detail')).toContain(token)
  log.error({ err: error, payment: 1 }, 'a row')
  log.error({ err: new Error('not kept', { cause: error }) }, 'its cause')
  const lines = portal.logs.slice(before)
  expect(lines.map((line) => at(JSON.parse(line), 'msg'))).toEqual(['a sale', 'a row', 'its cause'])
  expect(lines.map((line) => at(JSON.parse(line), 'err.code'))).toEqual([undefined, '23505', undefined])
  expect(at(JSON.parse(lines[2] ?? ''), 'err.cause.code')).toBe('23505')
  expect(await leakedTokens(portal.db, lines)).toEqual([])
})

it('an error is logged with type, message, code and a limited chain of causes', async () => {
  const before = portal.logs.length
  const told = () => portal.logs.slice(before).map((line) => at(JSON.parse(line), 'err'))
  const lost: unknown = await fetch('http://127.0.0.1:4').catch((error: unknown) => error)
  portal.deps.payment.log.error({ err: lost }, 'no line')
  expect(told()).toMatchObject([{ message: 'fetch failed', cause: { code: 'ECONNREFUSED' } }])
  const round = new Error('round')
  round.cause = round
  portal.deps.payment.log.error({ err: round }, 'round')
  expect(JSON.stringify(told()).split('"round"')).toHaveLength(6)
})

it('redaction works at any place in a line', async () => {
  const token = await openTransaction(portal.client(), await portal.openTicket(125))
  const lines = [`{"key":"${token}A1"}`, `the sale 0${token}`, 'a sale']
  expect(await leakedTokens(portal.db, lines)).toEqual(lines.slice(0, 2))
})
