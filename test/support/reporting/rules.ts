import { sql } from 'kysely'
import { deniedCode, excessActor } from '#payment/server/ledger/refunds.ts'
import { validatedReason } from '#payment/texts.ts'

type Query = ReturnType<typeof sql>

/** Captured less refunded, centavos of one payment. */
const kept = sql`(select coalesce(sum(case kind when 'capture' then ledger.amount_cents else -ledger.amount_cents end), 0)
  from ledger where payment_id = payment.id)`

/** Centavos that a Pix brought above what was owed, and that its bank has not returned yet. */
const surplusAsked = sql`(select coalesce(sum(refund.amount_cents - refund.over_cents), 0) from refund
  where refund.payment_id = payment.id and refund.state = 'asked' and refund.actor = ${excessActor})`

/** Centavos that a validation left not owed of an amount that was frozen before it. */
const validatedCents = sql`coalesce((select max(over_cents) from refund
  where refund.payment_id = payment.id and refund.reason = ${validatedReason}), 0)`

/** Refunds of the same attempt that its bank reversed afterwards. */
const deniedOf = sql`select from refund denied where denied.attempt_id = refund.attempt_id
  and denied.return_code = ${deniedCode}`

const ofTickets: Readonly<Record<string, Query>> = {
  'one kept payment per stay': sql`select ticket_id, segment_n from payment
    where state in ('captured', 'partly_refunded') and ticket_id is not null group by 1, 2 having count(*) > 1`,
  'a payment of a ticket is paid for its segment, with its amount and its exit': sql`select payment.id from payment
    left join paid_segment on paid_segment.payment_id = payment.id
    where payment.state in ('captured', 'partly_refunded') and payment.destination = 1
    and (paid_segment.id is null or paid_segment.amount_cents <> payment.amount_cents - ${validatedCents}
      or paid_segment.paid_at is distinct from payment.paid_at
      or paid_segment.exit_deadline_at is distinct from payment.exit_deadline_at)`,
  'a segment that the portal sold has money behind it, or a refund': sql`select paid_segment.id from paid_segment
    left join payment on payment.id = paid_segment.payment_id where source = 'portal'
    and coalesce(payment.state, '') not in ('captured', 'refunding', 'partly_refunded', 'refunded')`,
  'a late answer does not lengthen the stay: paid at most 15 min after the attempt began, or the hold was to end': sql`
    select payment.id, paid_at from payment join attempt on attempt.payment_id = payment.id and attempt.state = 'captured'
    where payment.state = 'captured'
    and paid_at > coalesce(payment.ending_at, attempt.started_at) + interval '15 minutes'`,
  'a shop owes its share of what was granted': sql`select id from validation
    where owed_cents <> granted_cents * share / 100`,
  'no validation stands beside a payment or an exit': sql`select validation.id from validation
    join ticket on ticket.id = ticket_id where fixed_at is null and undone_at is null
    and (exited_at is not null or exists (select 1 from paid_segment where paid_segment.ticket_id = ticket.id
      and paid_segment.undone_at is null and paid_segment.id is distinct from validation.segment_id))`,
  'the exit tolerance counts from when it was paid': sql`select payment.id, payment.paid_at, payment.exit_deadline_at from payment
    join paid_segment on paid_segment.payment_id = payment.id join ticket on ticket.id = paid_segment.ticket_id
    join tariff on tariff.id = ticket.tariff_id
    where tariff.rules->>'exit_rule' = 'tolerance_only'
    and payment.exit_deadline_at > payment.paid_at + (tariff.rules->>'exit_tolerance_min')::int * interval '1 minute'`,
}

const ofMoney: Readonly<Record<string, Query>> = {
  // A surplus of a Pix is being refunded; another captured amount is a case for staff.
  'a captured payment keeps its amount': sql`select payment.id from payment
    where state = 'captured' and ${kept} <> amount_cents + ${surplusAsked}
    and not exists (select 1 from review_case where payment_id = payment.id and kind = 'amount_differs' and closed_at is null)`,
  'nothing is kept of a refunded payment, a part of a partly refunded one': sql`select id, state, kept
    from (select id, state, amount_cents, ${kept} as kept from payment) as money where (state = 'refunded' and kept <> 0
      and not exists (select 1 from attempt where payment_id = money.id and attempt.state = 'kept'))
    or (state = 'partly_refunded' and (kept <= 0 or kept >= amount_cents))`,
  // A refund in progress, or a payment settled in another way, is not kept.
  'nothing is kept of an unpaid payment': sql`select id, state, kept
    from (select id, state, ${kept} as kept from payment) as money
    where state in ('created', 'cancelled', 'expired', 'voided') and kept <> 0
    and not exists (select 1 from attempt where payment_id = money.id and attempt.state in ('giving_back', 'kept'))`,
  'a captured attempt belongs to a payment that was paid': sql`select attempt.id from attempt
    join payment on payment.id = payment_id where attempt.state = 'captured'
    and payment.state in ('created', 'cancelled', 'expired', 'voided')`,
  // The job is deleted once the mail is sent; without an e-mail there is none.
  'one receipt per captured payment': sql`select payment.id from payment where state in ('captured', 'partly_refunded')
    and (select count(*) from (
      select payload->>'attemptId' from job where kind = 'receipt' and payload->>'paymentId' = payment.id::text
      union select attempt.id::text from attempt join mail on mail.unique_key = 'receipt-' || attempt.id
        where attempt.payment_id = payment.id) as receipt)
      not between (case when coalesce(payer->>'email', '') = '' then 0 else 1 end) and 1`,
}

/** A settled attempt is not queried any more. */
export const nextQuestion = 'what may still take money has a next question'

const ofStates: Readonly<Record<string, Query>> = {
  'no state without an audit row': sql`select payment.id, state from payment where not exists (select 1 from audit
    where subject = 'payment' and subject_id = payment.id::text and after->>'state' = payment.state)`,
  'what waits has a deadline': sql`select id, state from payment where deadline_at is null
    and state in ('created', 'authorising', 'awaiting_cardholder', 'awaiting_payment', 'unknown', 'authorised',
      'capturing')`,
  // For a day, whatever the payment's state.
  [nextQuestion]: sql`select id, state from attempt where next_query_at is null
    and state in ('in_flight', 'challenged', 'unknown', 'unheard', 'abandoned')
    and started_at > (select max(at) from audit) - interval '23 hours'`,
}

const ofTheDesk: Readonly<Record<string, Query>> = {
  // Amounts refunded before the capture was known are below the first refund's target.
  'what staff gave back is in the ledger': sql`select payment_id from refund where state = 'confirmed'
    and not exists (${deniedOf})
    group by payment_id, attempt_id having max(target_cents) - sum(amount_cents) <> min(target_cents - amount_cents)
      or max(target_cents) <> (select coalesce(sum(ledger.amount_cents), 0) from ledger
        where ledger.attempt_id = refund.attempt_id and kind = 'refund')`,
  // A refund that was denied afterwards leaves a gap among the targets of the others.
  'what staff gave back and the bank took is in the ledger': sql`select payment_id from refund
    where (state = 'confirmed' or return_code = ${deniedCode}) and exists (${deniedOf}) group by payment_id, attempt_id
    having coalesce(sum(amount_cents) filter (where state = 'confirmed'), 0) + min(target_cents - amount_cents)
      <> (select coalesce(sum(ledger.amount_cents), 0) from ledger
        where ledger.attempt_id = refund.attempt_id and kind = 'refund')`,
  'a return that was denied is a case, or was one': sql`select ledger.id from ledger where amount_cents < 0
    and not exists (select from sale_event where sale_event.attempt_id = ledger.attempt_id and kind = 'void_denied'
      and number = ledger.id::text and exists (select from review_case where review_case.payment_id = ledger.payment_id
        and review_case.kind = 'void_denied'))`,
  'an open refund belongs to a payment that is refunding': sql`select payment.id from payment
    join refund on refund.payment_id = payment.id and refund.state = 'asked'
    where payment.state <> 'refunding' and refund.actor <> ${excessActor}`,
  'an accepted contest has a refund of its amount': sql`select contest.id from contest
    left join refund on refund.id = contest.refund_id and refund.payment_id = contest.payment_id
    where contest.state in ('accepted', 'done') and contest.refund_cents <> coalesce(refund.amount_cents, 0)`,
  'a waiver says how much and why': sql`select paid_segment.id from paid_segment where source = 'waiver'
    and not exists (select 1 from audit where subject = 'ticket' and action = 'waived' and after->>'reason' <> ''
      and (after->>'amount_cents')::bigint = paid_segment.amount_cents)`,
  'a replaced ticket is blocked and has no segments': sql`select old.id from ticket
    join ticket old on old.id = ticket.replaces_id where old.blocked_at is null
    or exists (select 1 from paid_segment where ticket_id = old.id)`,
}

const takenCents = sql`(select coalesce(sum(amount_cents), 0) from till_take where till_id = till.id and method = 'cash')`
const movedCents = sql`(select coalesce(sum(case kind when 'deposit' then amount_cents else -amount_cents end), 0)
  from till_movement where till_id = till.id)`

const ofTills: Readonly<Record<string, Query>> = {
  'a take is a segment of its ticket, with its amount and its exit': sql`select till_take.id from till_take
    left join paid_segment on paid_segment.id = till_take.segment_id and source = 'till'
    where undoes_id is null and (paid_segment.id is null or paid_segment.amount_cents <> till_take.amount_cents
      or paid_segment.method <> till_take.method or paid_segment.paid_at <> till_take.at
      or paid_segment.exit_deadline_at is distinct from till_take.exit_deadline_at)`,
  'a segment of the counter is one take': sql`select paid_segment.id from paid_segment where source = 'till'
    and (select count(*) from till_take where segment_id = paid_segment.id) <> 1`,
  'a segment of the counter is undone with its take, and only then': sql`select paid_segment.id from paid_segment
    join till_take on till_take.segment_id = paid_segment.id
    left join till_take undoing on undoing.undoes_id = till_take.id
    where paid_segment.undone_at is distinct from undoing.at or undoing.amount_cents <> -till_take.amount_cents`,
  'receipts of a lot and year have no gap': sql`select till_receipt.lot_id, year from till_receipt
    left join till_take on till_take.lot_id = till_receipt.lot_id and receipt_year = year and undoes_id is null
    group by till_receipt.lot_id, year, number having count(till_take.id) <> number or max(receipt_number) <> number`,
  'the expected cash of a closed till is that of its rows': sql`select id from till where closed_at is not null
    and expected_cents <> float_cents + ${takenCents} + ${movedCents}`,
  'tills of a lot are numbered without a gap': sql`select lot_id from till group by lot_id having max(number) <> count(*)`,
}

const ofReservations: Readonly<Record<string, Query>> = {
  'a hold is never exceeded': sql`select reservation.id from reservation join payment on payment.id = reservation.payment_id
    where payment.state = 'captured' and payment.amount_cents > reservation.hold_cents`,
  'what ended holds nothing': sql`select reservation.id, reservation.state from reservation
    join payment on payment.id = reservation.payment_id
    where reservation.state in ('exited', 'cancelled', 'no_show', 'released', 'exit_confirmed')
    and payment.state in ('created', 'authorised') and payment.requested_cents is null`,
  'a waiting reservation has a deadline': sql`select id, state from reservation where deadline_at is null
    and state in ('held', 'preauthorised', 'surplus_due', 'exit_confirmed')`,
  'no state of a reservation without an audit row': sql`select reservation.id, state from reservation
    where not exists (select 1 from audit where subject = 'reservation' and subject_id = reservation.id::text
      and after->>'state' = reservation.state)`,
}

/** Rules of the database alone: each query finds the rows that break its rule. */
export const rules: Readonly<Record<string, Query>> = {
  ...ofTickets,
  ...ofMoney,
  ...ofStates,
  ...ofTheDesk,
  ...ofTills,
  ...ofReservations,
}
