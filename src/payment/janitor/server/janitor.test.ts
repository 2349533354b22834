import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

// It writes a hundred lost payments.
const portal = portalOfFile({ invariants: false })

it('a hundred failing payments do not stop others from being settled', async () => {
  const client = portal.client()
  const token = await openTransaction(client, await portal.openTicket(130))
  // Older payments without a sale.
  await sql`insert into payment (token, session_hash, destination, payment_type, ticket_code, time_zone, segment_n,
      amount_cents, breakdown, price_expires_at, state, deadline_at, created_at, updated_at, lot_id)
    select 'lost ' || n, session_hash, destination, payment_type, ticket_code, time_zone, segment_n, amount_cents, breakdown,
      price_expires_at, 'unknown', created_at, created_at, created_at, lot_id
    from payment, generate_series(1, 100) as n where token = ${token}`.execute(portal.db)
  await portal.simulator.fault('drop_after_commit')
  must(await pay(client, token, cardEndingIn(1)))
  portal.clock.forward(1)
  await portal.sweep()
  expect(at(must(await client.get(`/api/pm_transaction/${token}`)).body, 'data.state')).toBe('captured')
})
