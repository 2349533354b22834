import * as z from 'zod/mini'
import { beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { must, openTransaction, pay } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let manager: PortalClient
let supervisor: PortalClient
let code: string
let token: string
beforeAll(async () => {
  manager = await staffMember(portal, 2)
  supervisor = await staffMember(portal, 10)
  const driver = portal.client()
  code = await portal.openTicket(125)
  token = await openTransaction(driver, code)
  must(await pay(driver, token, '5200000000000031'))
  await portal.runJobs()
})

const search = async (q: string, by = manager) =>
  at(must(await by.get(`/api/staff/search?q=${encodeURIComponent(q)}`)).body, 'data')

const ticket = () => ({ kind: 'ticket', id: code, to: `/staff/tickets/${code}` })
const transaction = () => ({ kind: 'transaction', id: token, to: `/staff/transactions/${token}` })

describe('one search finds', () => {
  it('a ticket and its payment, by the whole code', async () => {
    expect(await search(code)).toMatchObject([ticket(), transaction()])
  })

  it('says what a ticket inside owes, as the list does', async () => {
    const due = await portal.openTicket(130)
    expect(await search(due)).toMatchObject([{ id: due, detail: expect.stringContaining('Devido') }])
  })

  it('a payment by its token, its protocol, its NSU and its receipt', async () => {
    const edit = must(await manager.get(`/api/staff/transactions/${token}/edit`)).body
    const protocol = textAt(edit, 'data.protocol')
    const nsu = textAt(edit, 'data.attempts.0.nsu')
    const proof = textAt(edit, 'data.proof_url')
    for (const q of [token, protocol, nsu, proof])
      expect(await search(q)).toContainEqual(expect.objectContaining(transaction()))
  })

  it('a payment by its payer', async () => {
    expect(await search('maria sou')).toContainEqual(expect.objectContaining(transaction()))
  })

  it('people, for who may see them', async () => {
    const person = { kind: 'person', title: 'Sônia Leal', to: expect.stringMatching(/^\/staff\/users\/\d+$/) }
    expect(await search('sônia')).toContainEqual(expect.objectContaining(person))
    expect(await search('sônia', supervisor)).toEqual([])
  })

  it('a refused exit that named no ticket', async () => {
    const asked = await portal
      .gate()
      .exit({ lot_id: 1, gate: 'S1', plate: 'QQQ9Z99', at: portal.clock.now().toISOString() })
    expect(at(asked.body, 'open')).toBe(false)
    const to = '/staff/tickets?q=QQQ9Z99'
    expect(await search('qqq9z99')).toMatchObject([{ kind: 'exit_refusal', title: 'QQQ9Z99', to }])
  })

  it.each(['', ' ', 'x', 'zzzz', '%%', 'GR1.'])('nothing for %j', async (q) => {
    expect(await search(q)).toEqual([])
  })

  it('nothing of another lot', async () => {
    await portal.db
      .updateTable('user_account')
      .set({ lot_ids: [2] })
      .where('level', '=', 10)
      .execute()
    expect(await search(code, supervisor)).toEqual([])
    const north = await portal.openTicket(5, 2)
    expect(await search(north, supervisor)).toMatchObject([{ kind: 'ticket', id: north }])
  })

  it('at most five of a kind', async () => {
    const entered_at = portal.clock.now().toISOString()
    for (const plate of ['QQX1A11', 'QQX1A12', 'QQX1A13', 'QQX1A14', 'QQX1A15', 'QQX1A16'])
      must(await portal.gate().entry({ lot_id: 1, gate: 'E1', plate, entered_at }))
    const kinds = z.parse(z.array(z.object({ kind: z.string() })), await search('qqx'))
    expect(kinds.filter(({ kind }) => kind === 'ticket')).toHaveLength(5)
  })
})
