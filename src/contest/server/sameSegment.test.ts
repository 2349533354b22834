import { expect, it } from 'vitest'
import { at, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { staffMember } from '#test/support/staff.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

// It writes what an older release left.
const portal = portalOfFile({ invariants: false })

/** A ticket of R$ 7,00 that a guest paid; the token gives access. */
async function paidTicket() {
  const client = portal.client()
  const code = await portal.openTicket(125)
  const token = await openTransaction(client, code)
  must(await pay(client, token, cardEndingIn(1)))
  const row = portal.db.selectFrom('payment').select(['id', 'ticket_id', 'segment_n'])
  return { client, token, code, ...(await row.where('token', '=', token).executeTakeFirstOrThrow()) }
}

it.each([
  ['captured', 'refunded'],
  ['giving_back', 'refunding'],
  ['kept', 'refunded'],
] as const)(
  'charged_twice with an earlier payment of the same segment that is %s, %s: nothing is over, so staff decide',
  async (attempt, state) => {
    const earlier = await paidTicket()
    portal.clock.forward(1)
    const { client, token, ticket_id, segment_n } = await paidTicket()
    const { id } = earlier
    // A second capture of a segment is reversed at once: the moment before is written here.
    await portal.db.updateTable('payment').set({ ticket_id, segment_n, state }).where('id', '=', id).execute()
    await portal.db.updateTable('attempt').set({ state: attempt }).where('payment_id', '=', id).execute()
    const path = `/api/pm_transaction/${token}/contest`
    expect(must(await client.post(path, { reason: 'charged_twice' })).body).toMatchObject({
      data: { state: 'open' },
    })
    // The receipt is verified while the money is on its way back, too.
    const text = textAt(must(await client.get(`/api/pm_transaction/${token}/proof`)).body, 'data.text')
    const proof = () => client.get(`/api/receipt/${text}`)
    expect(must(await proof()).body).toMatchObject({ data: { known: true } })
    await portal.runJobs()
    expect(at(must(await client.get(path)).body, 'data')).toMatchObject({ state: 'open', refunded: null })
    expect(at(must(await proof()).body, 'data.state')).toBe('valid')
  },
)

it('the evidence of a lost ticket has the answers and the exit of its replacement, and the reverse', async () => {
  const manager = await staffMember(portal, 2)
  const exit = (code: string, gate: string) => portal.gate().exit({ lot_id: 1, gate, code }).then(must)
  const replaced = async (code: string) => {
    const reason = 'Perdeu o ticket'
    const made = must(await manager.post(`/api/staff/tickets/${code}/replace`, { reason }))
    return textAt(made.body, 'data.id')
  }
  const evidence = async (code: string) => {
    const id = String(at(must(await manager.get(`/api/staff/contests?q=${code}`)).body, 'data.0.id'))
    return at(must(await manager.get(`/api/staff/contests/${id}/edit`)).body, 'data.evidence')
  }
  const { client, token, code } = await paidTicket()
  const third = await replaced(await replaced(code))
  await exit(code, 'S1')
  await exit(third, 'S2')
  must(await client.post(`/api/pm_transaction/${token}/contest`, { reason: 'gate_closed' }))
  expect(await evidence(code)).toMatchObject({
    stay: { exit_gate: 'S2', exited_at: expect.any(String) },
    gate: [
      { gate: 'S1', text: 'ticket bloqueado' },
      { gate: 'S2', text: 'abriu' },
    ],
  })
  const { body } = must(await manager.get(`/api/staff/tickets/${third}/edit`))
  expect(JSON.stringify(body)).toContain('ticket bloqueado')
})
