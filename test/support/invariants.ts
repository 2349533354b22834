import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestPortal } from './portal.ts'

/**
 * What must hold whatever happened (behaviour.md section 5), over the database and the acquirer's own
 * ledger, once jobs have run: nobody was charged twice, and nothing taken is unknown to us.
 */
export async function expectInvariants(
  portal: Pick<TestPortal, 'db' | 'simulator' | 'runJobs'>,
): Promise<void> {
  await portal.runJobs()
  const { db } = portal
  const sales = await portal.simulator.ledger()
  const attempts = await db
    .selectFrom('attempt')
    .innerJoin('payment', 'payment.id', 'attempt.payment_id')
    .select(['attempt.order_key', 'attempt.state', 'attempt.amount_cents'])
    .execute()
  const settled = attempts.filter(({ state }) => ['captured', 'given_back', 'refused'].includes(state))
  for (const attempt of settled) {
    const kept = sales
      .filter((sale) => sale.order_id === attempt.order_key)
      .reduce((sum, sale) => sum + sale.captured - sale.voided, 0)
    const shown = attempt.state === 'captured' ? attempt.amount_cents : 0
    expect({ order: attempt.order_key, kept }).toEqual({ order: attempt.order_key, kept: shown })
  }
  const known = new Set(attempts.map(({ order_key }) => order_key))
  expect(sales.filter((sale) => !known.has(sale.order_id))).toEqual([])

  const rows = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows
  expect(
    await rows(sql`select ticket_id, segment_n from payment where state in ('captured', 'partly_refunded')
      group by 1, 2 having count(*) > 1`),
  ).toEqual([])
  expect(
    await rows(sql`select payment.id from payment where state = 'captured' and (select coalesce(sum(case kind when 'capture'
      then ledger.amount_cents else -ledger.amount_cents end), 0) from ledger where payment_id = payment.id) <> amount_cents`),
  ).toEqual([])
  expect(
    await rows(sql`select payment.id from payment where state = 'captured'
      and (select count(*) from job where kind = 'receipt' and payload->>'paymentId' = payment.id::text) <> 1`),
  ).toEqual([])
  expect(
    await rows(sql`select payment.id, state from payment where not exists (select 1 from audit
      where subject = 'payment' and subject_id = payment.id::text and after->>'state' = payment.state)`),
  ).toEqual([])
  expect(
    await rows(sql`select id, state from payment where deadline_at is null
      and state in ('created', 'authorising', 'awaiting_cardholder', 'unknown', 'capturing')`),
  ).toEqual([])
}
