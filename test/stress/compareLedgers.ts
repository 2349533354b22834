import { sql } from 'kysely'
import * as z from 'zod/mini'
import { keptMoneyKinds, staffClosedKinds } from '#payment/caseKinds.ts'
import { at } from '#test/support/client.ts'
import { brokenInvariants } from '#test/support/invariants.ts'
import type { Run } from './people/visitor.ts'
import { undecidedSales } from './settle.ts'

type Query = ReturnType<typeof sql>

/** A payment with a sale that the acquirer never decides: staff do. */
const isUndecided = (
  undecided: readonly string[],
) => sql`exists (select from attempt where attempt.payment_id = payment.id
  and attempt.state = 'unknown' and order_key = any(${[...undecided]}::text[]))`

/** What must not be found once nothing is due, besides the invariants of every test. */
const settledRules = (undecided: readonly string[]): Readonly<Record<string, Query>> => ({
  'no payment is stuck': sql`select id, state, destination from payment where state not in
    ('captured', 'partly_refunded', 'refunded', 'cancelled', 'expired', 'voided')
    and not (state = 'review' and ${isUndecided(undecided)})
    and not (state = 'authorised' and exists (select 1 from reservation
      where payment_id = payment.id and reservation.state in ('entered', 'surplus_due')))`,
  'no attempt is queried any more': sql`select id, state, next_query_at from attempt where next_query_at is not null
    or state in ('in_flight', 'giving_back')`,
  'no refund is open': sql`select id, state from refund where state = 'asked'`,
  'no refund was made outside the portal': sql`select id, payment_id, amount_cents, target_cents,
      (select json_agg(json_build_object('state', one.state, 'code', one.return_code, 'cents', one.amount_cents,
        'actor', one.actor, 'asked', one.asked_at, 'ended', one.ended_at, 'claimed', one.claimed_until_at) order by one.id)
        from refund as one where one.payment_id = refund.payment_id) as refunds
    from refund where (return_code = 'ledger' or actor = 'acquirer') and not exists (select from sale_event
      where sale_event.attempt_id = refund.attempt_id and kind = 'auto_cancelled')`,
  'each refund of a captured attempt was requested': sql`select attempt.id from attempt where state = 'captured'
    and (select coalesce(sum(amount_cents), 0) from ledger where attempt_id = attempt.id and kind = 'refund')
     <> (select coalesce(sum(amount_cents), 0) from refund where attempt_id = attempt.id and state = 'confirmed')`,
  'no job is dead or unfinished': sql`select kind, tries, last_error from job
    where done_at is null and (dead_at is not null or last_error is not null or lease_until_at is not null)`,
  'only cases for staff are open': sql`select kind, payment_id from review_case
    where closed_at is null and kind <> all(${[...keptMoneyKinds]}::text[])
    and not (kind = 'late_answer' and exists (select from payment where payment.id = payment_id and ${isUndecided(undecided)})) and kind <> all(${[...staffClosedKinds]}::text[])`,
  'each event of the acquirer is one case': sql`select attempt_id, kind from sale_event
    where not exists (select from review_case where review_case.payment_id = sale_event.payment_id
      and review_case.kind = sale_event.kind)`,
  'a ticket paid in the portal and at a machine is a case': sql`select payment.id from payment join ticket on ticket.id = payment.ticket_id
    join audit on audit.subject = 'ticket' and audit.subject_id = ticket.id::text and audit.action = 'paid_twice'
    join paid_segment on paid_segment.payment_id = payment.id
    join paid_segment later on later.ticket_id = ticket.id and later.source = 'machine' and later.n > paid_segment.n
    where payment.state in ('captured', 'partly_refunded') and not exists (select 1 from review_case
      join payment of_stay on of_stay.id = payment_id where of_stay.ticket_id = ticket.id and kind = 'paid_twice')`,
  'one receipt was mailed for each captured attempt, and no other': sql`select attempt.id, attempt.state,
      count(mail.id) as mails from attempt
    left join mail on mail.unique_key = 'receipt-' || attempt.id group by attempt.id
    having count(mail.id) <> (case when attempt.state = 'captured' then 1 else 0 end)`,
  'a car that left was paid': sql`select ticket.id, ticket.code, exited_at from ticket
    left join reservation on reservation.ticket_id = ticket.id
    where exited_at is not null and reservation.id is null
    and not exists (select 1 from paid_segment where ticket_id = ticket.id
      and exit_deadline_at + interval '1 minute' > exited_at)`,
  'an exited reservation has an exited ticket': sql`select reservation.id, reservation.state from reservation
    join ticket on ticket.id = reservation.ticket_id
    where (reservation.state = 'exited') <> (ticket.exited_at is not null)`,
  'each payment in the portal is an event for the gates': sql`select paid_segment.id from paid_segment
    join ticket on ticket.id = ticket_id where source = 'portal' and exit_deadline_at >= paid_at
    and not exists (select 1 from equipment_event where ticket_code = ticket.code and kind = 'paid')`,
  'segments are numbered from 1': sql`select ticket_id from paid_segment group by ticket_id having max(n) <> count(*)`,
})

/** Compares both ledgers, segments, exits and receipts, and looks for what is stuck. */
export async function compareLedgers({ environment, runLog }: Run): Promise<void> {
  const broken: Record<string, readonly unknown[]> = await brokenInvariants(environment, { settled: true })
  const undecided = undecidedSales(await environment.simulator.ledger())
  for (const [rule, query] of Object.entries(settledRules(undecided)))
    broken[rule] = (await query.execute(environment.db)).rows
  for (const [rule, found] of Object.entries(broken))
    for (const one of found.slice(0, 5)) runLog.violation(rule, one)
  await countTotals({ environment, runLog })
}

/** Counts money, states and logged errors. */
async function countTotals({ environment, runLog }: Pick<Run, 'environment' | 'runLog'>): Promise<void> {
  for (const { order_id, captured, voided } of await environment.simulator.ledger()) {
    runLog.count('money: sales', 1)
    runLog.count('money: kept by the acquirer, centavos', Math.max(0, captured - voided))
    if (order_id === '') runLog.violation('a sale without an order', { captured })
  }
  for (const { paid, returned } of await environment.pix.ledger()) {
    runLog.count('money: Pix charges', 1)
    runLog.count(
      'money: kept by the bank, centavos',
      paid.reduce((sum, { amount }) => sum + amount, -returned),
    )
  }
  for (const table of ['payment', 'attempt', 'refund', 'reservation'])
    for (const { state, n } of await statesOf(environment.db, table)) runLog.count(`${table}: ${state}`, n)
  for (const line of environment.errors()) runLog.count(`log: ${errorText(JSON.parse(line))}`)
}

const states = z.array(z.object({ state: z.string(), n: z.coerce.number() }))

async function statesOf(db: Run['environment']['db'], table: string) {
  const found = await sql`select state, count(*) as n from ${sql.table(table)} group by state`.execute(db)
  return z.parse(states, found.rows)
}

/** A logged error without its numbers. */
function errorText(line: unknown): string {
  const words = [at(line, 'msg'), at(line, 'job'), at(line, 'err.message')]
  return words
    .filter((word) => typeof word === 'string')
    .join(', ')
    .replaceAll(/[0-9a-f-]{32,}|\d+/g, '...')
}
