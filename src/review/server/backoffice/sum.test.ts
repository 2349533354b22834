import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { must, openTransaction, pay } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

// It writes payments that never were.
const portal = portalOfFile({ invariants: false })
let manager: PortalClient
const base = '/api/staff/transactions'

beforeAll(async () => {
  manager = await staffMember(portal, 2)
  const driver = portal.client()
  const tokens = []
  for (const _ of [1, 2]) {
    const token = await openTransaction(driver, await portal.openTicket(125))
    must(await pay(driver, token, '5200000000000031'))
    tokens.push(token)
  }
  await openTransaction(driver, await portal.openTicket(125))
  must(await manager.post(`${base}/${tokens[0]}/refund`, { value: 2.5, kept: 7, reason: 'Cobrado a mais.' }))
  await portal.runJobs()
})

const sumOf = async (query: string) => {
  const { body } = must(await manager.get(`${base}?${query}`))
  return [at(body, 'meta.total'), at(body, 'meta.sum')]
}

describe('what the payments of a filter add up to, captured less refunded', () => {
  it.each([
    ['', 3, 11.5],
    ['method=credit', 3, 11.5],
    ['method=pix', 0, 0],
    ['state=created', 1, 0],
    ['q=maria', 2, 11.5],
    ['q=ninguem@exemplo.com.br', 0, 0],
    ['q=-', 0, 0],
    ['page=2', 3, 11.5],
    ['lot_id=2', 0, 0],
  ])('%s', async (query, total, value) => {
    const valueHuman = value === 0 ? '0,00' : '11,50'
    expect(await sumOf(query)).toEqual([total, { value, valueHuman }])
  })

  it('is null beyond 10,000 rows', async () => {
    const sample = await portal.db.selectFrom('payment').selectAll().orderBy('id').executeTakeFirstOrThrow()
    const copied = Object.keys(sample).filter((name) => !['id', 'token', 'segment_n'].includes(name))
    const columns = sql.join(copied.map((name) => sql.ref(name)))
    await sql`insert into payment (token, segment_n, ${columns})
      select md5(n::text), n + 100, ${columns} from payment, generate_series(1, 10000) n where id = ${sample.id}`.execute(
      portal.db,
    )
    expect(await sumOf('')).toEqual([10_000, null])
    expect(await sumOf('state=created')).toEqual([1, { value: 0, valueHuman: '0,00' }])
  })
})
