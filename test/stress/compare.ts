import { sql } from 'kysely'
import * as z from 'zod/mini'
import { keptMoneyKinds, staffClosedKinds } from '#payment/caseKinds.ts'
import { at } from '#test/support/client.ts'
import { brokenInvariants } from '#test/support/invariants.ts'
import type { World } from './people/visitor.ts'
import { muteOf } from './settle.ts'

type Query = ReturnType<typeof sql>

/** A payment of whose sale the acquirer says nothing for ever: staff decide. */
const isMute = (
  mute: readonly string[],
) => sql`exists (select from attempt where attempt.payment_id = payment.id
  and attempt.state = 'unknown' and order_key = any(${[...mute]}::text[]))`

/** What must be so once everything has settled, besides the invariants of every test. */
const settled = (mute: readonly string[]): Readonly<Record<string, Query>> => ({
  'no payment is stuck': sql`select id, state, destination from payment where state not in
    ('captured', 'partly_refunded', 'refunded', 'cancelled', 'expired', 'voided')
    and not (state = 'review' and ${isMute(mute)})
    and not (state = 'authorised' and exists (select 1 from reservation
      where payment_id = payment.id and reservation.state in ('entered', 'surplus_due')))`,
  'nobody is asked about any attempt': sql`select id, state, ask_at from attempt where ask_at is not null
    or state in ('in_flight', 'giving_back')`,
  'no refund is open': sql`select id, state from refund where state = 'asked'`,
  'nobody gave money back on the acquirer’s site': sql`select id, payment_id, amount_cents, target_cents,
      (select json_agg(json_build_object('state', one.state, 'code', one.return_code, 'cents', one.amount_cents,
        'actor', one.actor, 'asked', one.asked_at, 'ended', one.ended_at, 'claimed', one.claimed_until_at) order by one.id)
        from refund as one where one.payment_id = refund.payment_id) as all_of_it
    from refund where (return_code = 'ledger' or actor = 'acquirer') and not exists (select from sale_event
      where sale_event.attempt_id = refund.attempt_id and kind = 'auto_cancelled')`,
  'what went back of a paid attempt was asked for': sql`select attempt.id from attempt where state = 'captured'
    and (select coalesce(sum(amount_cents), 0) from ledger where attempt_id = attempt.id and kind = 'refund')
     <> (select coalesce(sum(amount_cents), 0) from refund where attempt_id = attempt.id and state = 'confirmed')`,
  // A try that its instance died of still counts where it was put off later.
  'no job is dead or left': sql`select kind, tries, last_error from job
    where done_at is null and (dead_at is not null or last_error is not null or lease_until_at is not null)`,
  'a case is left only where staff say whether money stays': sql`select kind, payment_id from review_case
    where closed_at is null and kind <> all(${[...keptMoneyKinds]}::text[])
    and not (kind = 'late_answer' and exists (select from payment where payment.id = payment_id and ${isMute(mute)})) and kind <> all(${[...staffClosedKinds]}::text[])`,
  'what the acquirer told is a case, once': sql`select attempt_id, kind from sale_event
    where not exists (select from review_case where review_case.payment_id = sale_event.payment_id
      and review_case.kind = sale_event.kind)`,
  'paid here and at a machine is a case': sql`select payment.id from payment join ticket on ticket.id = payment.ticket_id
    join audit on audit.subject = 'ticket' and audit.subject_id = ticket.id::text and audit.action = 'paid_twice'
    join paid_segment on paid_segment.payment_id = payment.id
    join paid_segment later on later.ticket_id = ticket.id and later.source = 'machine' and later.n > paid_segment.n
    where payment.state in ('captured', 'partly_refunded') and not exists (select 1 from review_case
      join payment of_stay on of_stay.id = payment_id where of_stay.ticket_id = ticket.id and kind = 'paid_twice')`,
  'one receipt was mailed for each that was paid, and none else': sql`select attempt.id, attempt.state,
      count(mail.id) as mails from attempt
    left join mail on mail.unique_key = 'receipt-' || attempt.id group by attempt.id
    having count(mail.id) <> (case when attempt.state = 'captured' then 1 else 0 end)`,
  'who left had paid, was free or was let out': sql`select ticket.id, ticket.code, exited_at from ticket
    left join reservation on reservation.ticket_id = ticket.id
    where exited_at is not null and reservation.id is null
    and not exists (select 1 from paid_segment where ticket_id = ticket.id
      and exit_deadline_at + interval '1 minute' > exited_at)`,
  'a reservation that left has its ticket closed': sql`select reservation.id, reservation.state from reservation
    join ticket on ticket.id = reservation.ticket_id
    where (reservation.state = 'exited') <> (ticket.exited_at is not null)`,
  'the gates were told of what was paid here': sql`select paid_segment.id from paid_segment
    join ticket on ticket.id = ticket_id where source = 'portal' and exit_deadline_at >= paid_at
    and not exists (select 1 from equipment_event where ticket_code = ticket.code and kind = 'paid')`,
  'segments are counted from one on': sql`select ticket_id from paid_segment group by ticket_id having max(n) <> count(*)`,
})

/** Compares both ledgers, segments, exits, receipts and what is stuck. */
export async function compare({ scene, story }: World): Promise<void> {
  const broken: Record<string, readonly unknown[]> = await brokenInvariants(scene, { settled: true })
  const mute = muteOf(await scene.simulator.ledger())
  for (const [rule, query] of Object.entries(settled(mute)))
    broken[rule] = (await query.execute(scene.db)).rows
  for (const [rule, found] of Object.entries(broken))
    for (const one of found.slice(0, 5)) story.violate(rule, one)
  await sums({ scene, story })
}

/** What the summary says of the money, and of what was logged as an error. */
async function sums({ scene, story }: Pick<World, 'scene' | 'story'>): Promise<void> {
  for (const { order_id, captured, voided } of await scene.simulator.ledger()) {
    story.note('money: sales', 1)
    story.note('money: kept by the acquirer, centavos', Math.max(0, captured - voided))
    if (order_id === '') story.violate('a sale without an order', { captured })
  }
  for (const { paid, returned } of await scene.pix.ledger()) {
    story.note('money: Pix charges', 1)
    story.note(
      'money: kept by the bank, centavos',
      paid.reduce((sum, { amount }) => sum + amount, -returned),
    )
  }
  for (const table of ['payment', 'attempt', 'refund', 'reservation'])
    for (const { state, n } of await statesOf(scene.db, table)) story.note(`${table}: ${state}`, n)
  for (const line of scene.errors()) story.note(`log: ${inWords(JSON.parse(line))}`)
}

const states = z.array(z.object({ state: z.string(), n: z.coerce.number() }))

async function statesOf(db: World['scene']['db'], table: string) {
  const found = await sql`select state, count(*) as n from ${sql.table(table)} group by state`.execute(db)
  return z.parse(states, found.rows)
}

/** What an instance logged as an error, without the numbers in it. */
function inWords(line: unknown): string {
  const words = [at(line, 'msg'), at(line, 'job'), at(line, 'err.message')]
  return words
    .filter((word) => typeof word === 'string')
    .join(', ')
    .replaceAll(/[0-9a-f-]{32,}|\d+/g, '...')
}
