import { sql } from 'kysely'
import { refusedSinceSql } from '#payment/server/ledger/paymentMoney.ts'

const countedAtExit = sql`least(amount_cents, unpaid_exit.counted_cents[n]
  + ${refusedSinceSql(sql.ref('paid_segment.payment_id'), sql.ref('unpaid_exit.counted_at'))})`

/** Centavos still owed by a car that staff let out; else 0. What paid at the exit stays, later money is added. */
export const unpaidExitCents = sql<number>`coalesce((select cost_cents - (
  select coalesce(sum(coalesce(${countedAtExit}, amount_cents)), 0)
  from paid_segment where paid_segment.ticket_id = ticket.id and undone_at is null) from unpaid_exit
  where unpaid_exit.ticket_id = ticket.id), 0)::bigint`
