import { type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import { minuteMs, addMs } from '#kit/clock.ts'
import { at } from '#test/support/client.ts'
import { holdLock } from '#test/support/database/locks.ts'
import { cardEndingIn, openTransaction, pay } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()

async function opened() {
  const client = portal.client()
  const code = await portal.openTicket(130)
  const token = await openTransaction(client, code)
  return { code, token, paying: () => pay(client, token, cardEndingIn(1)) }
}

const isFree = async (row: RawBuilder<unknown>) => (await row.execute(portal.db)).rows.length > 0
const ticket = (code: string) => sql`select id from ticket where code = ${code} for no key update skip locked`
const payment = (token: string) =>
  sql`select id from payment where token = ${token} for no key update skip locked`

it('waiting for the payment locks no ticket: the lock order is kept', async () => {
  const { code, token, paying } = await opened()
  const held = await holdLock(portal.db, `select from payment where token = '${token}' for no key update`)
  const answer = paying()
  await held.waiting(1)
  const isTicketFree = await isFree(ticket(code))
  await held.lift()
  expect(isTicketFree).toBe(true)
  expect(at((await answer).body, 'data.ok')).toBe(true)
})

it('waiting for the ticket locks the payment, and reads the payment again afterwards', async () => {
  const { code, token, paying } = await opened()
  const now = portal.clock.now()
  const held = await holdLock(
    portal.db,
    `with stay as (select id from ticket where code = '${code}' for no key update)
     insert into paid_segment (ticket_id, n, amount_cents, source, paid_at, exit_deadline_at)
     select id, 1, 700, 'machine', '${now.toISOString()}', '${addMs(now, 15 * minuteMs).toISOString()}' from stay`,
  )
  const answer = paying()
  await held.waiting(1)
  const isPaymentFree = await isFree(payment(token))
  await held.lift()
  expect(isPaymentFree).toBe(false)
  expect(await answer).toMatchObject({ status: 409, body: { code: 'already_paid' } })
})
