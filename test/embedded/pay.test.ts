import { expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay, payer } from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { mailsTo } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()

it('on the embedded database a car enters, two concurrent payments are charged once, the receipt is mailed, and the car leaves', async () => {
  expect(portal.deps.database.kind).toBe('embedded')
  const client = portal.client()
  const code = await portal.openTicket(130)
  const token = await openTransaction(client, code)
  const both = await Promise.all([1, 2].map(() => pay(client, token, cardEndingIn(1))))
  expect(both.map((answer) => at(must(answer).body, 'data.ok'))).toEqual([true, true])
  expect((await portal.simulator.ledger()).map(({ captured }) => captured)).toEqual([700])
  expect(await mailsTo(portal, payer.email)).toEqual([expect.stringMatching(/^Recibo/)])
  expect((await portal.gate().exit({ lot_id: 1, gate: 'S1', code })).body).toMatchObject({ open: true })
  await expectInvariants(portal)
})
