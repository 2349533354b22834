import { sql } from 'kysely'

/** SQL: centavos of a `payment` that were captured and not refunded; null without an entry in the ledger. */
export const keptCents = sql<
  number | null
>`(select sum(case ledger.kind when 'capture' then ledger.amount_cents
  else -ledger.amount_cents end)::bigint from ledger where ledger.payment_id = payment.id)`
