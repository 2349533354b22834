import { queryOnce } from '../../test/support/database/queryOnce.ts'
import { withoutChecks } from './history.ts'

/**
 * Further rows of an operator of three lots with a year of paid stays: refunds, reservations, hours, and closings of
 * every day but yesterday.
 */
const aYear = `
  insert into refund (payment_id, attempt_id, amount_cents, target_cents, over_cents, choice_cents, reason, state,
      actor, asked_at, ended_at)
    select payment_id, attempt_id, 100, 100, 0, 0, 'bench', 'confirmed', 'janitor', at, at from ledger;
  insert into reservation (payment_id, vehicle_name, plate, lot_id, ticket_code, gate_token, state, hold_cents,
      retained_cents, arrive_until_at, after_ticket_id, created_at, updated_at)
    select id, 'bench', 'ABC1D23', lot_id, ticket_code, token, 'exited', 100, 0, created_at, 0, created_at, created_at from payment;
  insert into lot_hour (lot_id, hour_at, spaces, taken_start, taken_max, taken_last, sampled_at, taken_ms)
    select lot, hour, 100, 50, 60, 50, hour, 0 from generate_series(1, 3) lot,
      generate_series(date_trunc('hour', now()) - interval '2 years', now() - interval '2 hours', '1 hour') hour
    on conflict do nothing;
  update lot set closing_delay_minutes = 1439;
  insert into closing_start (lot_id, day, ledger_id, segment_id)
    select id, current_date - 364, 0, 0 from lot on conflict (lot_id) do update set day = excluded.day;
  insert into closing (lot_id, number, day, time_zone, ledger_id, segment_id, adjustment_id, cars_entered, cars_left,
      cars_inside, open_unknown, open_review, open_cents, digest, made_at)
    select lot.id, 365 - ago, (now() at time zone time_zone)::date - ago, time_zone, (select max(id) from ledger),
      (select max(id) from paid_segment), 0, 100, 100, 0, 0, 0, 0, repeat('0', 64), now()
    from lot, generate_series(2, 364) ago;
  insert into closing_line (closing_id, section, method, brand, acquirer, count, amount_cents)
    select id, 'portal', 'credit', brand, 'cielo', 50, 100000 from closing, unnest(array['Visa', 'Master', 'Elo']) brand`

/** Moves so many of the stays to yesterday, in lot 1. */
const busyYesterday = (payments: number) => `
  create table bench_busy as select id, ticket_id,
    (date_trunc('day', now() at time zone 'America/Sao_Paulo') - interval '16 hours' + id % 36000 * interval '1 second')
      at time zone 'America/Sao_Paulo' as at
    from payment order by id offset 1 limit ${payments};
  update ledger set at = busy.at from bench_busy busy where payment_id = busy.id;
  update paid_segment set paid_at = busy.at from bench_busy busy where payment_id = busy.id;
  update payment set lot_id = 1 from bench_busy busy where payment.id = busy.id;
  update ticket set lot_id = 1, entered_at = busy.at - interval '1 hour', exited_at = busy.at
    from bench_busy busy where ticket.id = busy.ticket_id`

/** Inserts both, after the stays. */
export async function fillYear(databaseUrl: string, payments: number): Promise<void> {
  await queryOnce(databaseUrl, `${withoutChecks}; ${aYear}; ${busyYesterday(payments)}`)
  await queryOnce(databaseUrl, 'vacuum analyze')
}

/** Deletes the closings of yesterday, so that it can be closed again. */
export async function reopenYesterday(databaseUrl: string): Promise<void> {
  await queryOnce(
    databaseUrl,
    `${withoutChecks}; delete from closing_line where closing_id in (select id from closing where number = 364);
     delete from closing where number = 364`,
  )
}
