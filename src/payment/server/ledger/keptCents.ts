import { sql } from 'kysely'

/** SQL: captured and not refunded of a `payment`; null without an entry. */
export const keptCents = sql<
  number | null
>`(select sum(case ledger.kind when 'capture' then ledger.amount_cents
  else -ledger.amount_cents end)::bigint from ledger where ledger.payment_id = payment.id)`
