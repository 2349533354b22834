import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestPortal } from './portal.ts'
import type { Sale } from './simulatorControls.ts'

/**
 * What must hold whatever happened (docs/payment.md#invariants), over the database and the acquirer's own
 * ledger, once jobs have run: nobody was charged twice, and nothing taken is unknown to us.
 */
export async function expectInvariants(
  portal: Pick<TestPortal, 'db' | 'simulator' | 'runJobs'>,
): Promise<void> {
  await portal.runJobs()
  const { db } = portal
  const sales = await portal.simulator.ledger()
  const attempts = await db.selectFrom('attempt').select(['id', 'order_key', 'state']).execute()
  const booked = await db.selectFrom('ledger').select(['attempt_id', 'kind', 'amount_cents']).execute()
  const settled = attempts.filter(({ state }) =>
    ['captured', 'given_back', 'released', 'refused'].includes(state),
  )
  for (const attempt of settled) {
    const kept = sales
      .filter((sale) => sale.order_id === attempt.order_key)
      // A hold that was released is voided without ever having been captured.
      .reduce((sum, sale) => sum + Math.max(0, sale.captured - sale.voided), 0)
    const shown = booked
      .filter(({ attempt_id }) => attempt_id === attempt.id)
      .reduce((sum, { kind, amount_cents }) => sum + (kind === 'capture' ? amount_cents : -amount_cents), 0)
    expect({ order: attempt.order_key, kept }).toEqual({ order: attempt.order_key, kept: shown })
  }
  const known = new Set(attempts.map(({ order_key }) => order_key))
  expect(sales.filter((sale) => !known.has(sale.order_id))).toEqual([])

  const rows = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows
  expect(
    await rows(sql`select ticket_id, segment_n from payment where state in ('captured', 'partly_refunded')
      and ticket_id is not null group by 1, 2 having count(*) > 1`),
  ).toEqual([])
  expect(
    await rows(sql`select payment.id from payment where state = 'captured' and (select coalesce(sum(case kind when 'capture'
      then ledger.amount_cents else -ledger.amount_cents end), 0) from ledger where payment_id = payment.id) <> amount_cents`),
  ).toEqual([])
  expect(
    await rows(sql`select id, state, kept from (select payment.id, state, amount_cents, (select coalesce(sum(case kind
        when 'capture' then ledger.amount_cents else -ledger.amount_cents end), 0) from ledger where payment_id = payment.id) as kept
      from payment) as money where (state = 'refunded' and kept <> 0)
      or (state = 'partly_refunded' and (kept <= 0 or kept >= amount_cents))`),
  ).toEqual([])
  await expectDeskInvariants(rows)
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
      and state in ('created', 'authorising', 'awaiting_cardholder', 'unknown', 'authorised', 'capturing')`),
  ).toEqual([])
  expect(
    // Whatever its payment says: what may still take money has a next question, for a day.
    await rows(sql`select id, state from attempt where ask_at is null
      and state in ('in_flight', 'challenged', 'unknown', 'unheard', 'abandoned')
      and started_at > (select max(started_at) from attempt) - interval '23 hours'`),
  ).toEqual([])
  expect(
    await rows(sql`select attempt.id from attempt join payment on payment.id = payment_id where attempt.state = 'captured'
      and payment.state in ('created', 'cancelled', 'expired', 'voided')`),
  ).toEqual([])
  await expectReservationInvariants(rows, sales)
}

/** What staff gave back is in the ledger, to the centavo; what they waived says who and why. */
async function expectDeskInvariants(rows: Rows): Promise<void> {
  expect(
    // What the acquirer had given back before the capture was known lies below the first refund's target.
    await rows(sql`select payment_id from refund where state = 'confirmed' group by payment_id, attempt_id
      having max(target_cents) - sum(amount_cents) <> min(target_cents - amount_cents)
      or max(target_cents) <> (select coalesce(sum(ledger.amount_cents), 0) from ledger
        where ledger.attempt_id = refund.attempt_id and kind = 'refund')`),
  ).toEqual([])
  expect(
    await rows(sql`select payment.id from payment join refund on refund.payment_id = payment.id and refund.state = 'asked'
      where payment.state <> 'refunding'`),
  ).toEqual([])
  expect(
    await rows(sql`select paid_segment.id from paid_segment where source = 'waiver' and not exists (select 1 from audit
      where subject = 'ticket' and action = 'waived' and after->>'reason' <> ''
      and (after->>'amount_cents')::bigint = paid_segment.amount_cents)`),
  ).toEqual([])
  expect(
    await rows(sql`select old.id from ticket join ticket old on old.id = ticket.replaces_id where old.blocked_at is null
      or exists (select 1 from paid_segment where ticket_id = old.id)`),
  ).toEqual([])
}

type Rows = (query: ReturnType<typeof sql>) => Promise<unknown[]>

/** A hold is never exceeded, what ended holds nothing, and every waiting reservation has a deadline. */
async function expectReservationInvariants(rows: Rows, sales: readonly Sale[]): Promise<void> {
  expect(sales.filter(({ captured, authorised }) => captured > authorised)).toEqual([])
  expect(
    await rows(sql`select reservation.id from reservation join payment on payment.id = reservation.payment_id
      where payment.state = 'captured' and payment.amount_cents > reservation.hold_cents`),
  ).toEqual([])
  expect(
    await rows(sql`select reservation.id, reservation.state from reservation join payment on payment.id = reservation.payment_id
      where reservation.state in ('exited', 'cancelled', 'no_show', 'released', 'exit_confirmed')
      and payment.state in ('created', 'authorised') and payment.take_cents is null`),
  ).toEqual([])
  expect(
    await rows(sql`select id, state from reservation where deadline_at is null
      and state in ('held', 'preauthorised', 'surplus_due', 'exit_confirmed')`),
  ).toEqual([])
  expect(
    await rows(sql`select reservation.id, state from reservation where not exists (select 1 from audit
      where subject = 'reservation' and subject_id = reservation.id::text and after->>'state' = reservation.state)`),
  ).toEqual([])
}
