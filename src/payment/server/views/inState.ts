import { type RawBuilder, sql } from 'kysely'
import type { PaymentState } from '../../paymentState.ts'

/**
 * Matches the condition of the partial index by state; a prepared statement cannot use it with a parameter.
 */
export const isInIndexedState = sql<boolean>`payment.state not in ('created', 'authorising', 'captured')`

/**
 * Excludes states that last minutes, as the indexes by time, car park and ticket code do; `payment_waiting`
 * finds those (`isUnderWay`) by their deadline.
 */
export const isAtRest = sql<boolean>`payment.state not in ('created', 'authorising')`
export const isUnderWay = sql<boolean>`payment.state in ('created', 'authorising') and payment.deadline_at is not null`

/**
 * SQL: `state in (...)` with literals: with parameters PostgreSQL cannot use a partial index in a generic
 * plan, and plans anew at each call.
 */
export function isOneOf(state: RawBuilder<unknown>, states: readonly PaymentState[]): RawBuilder<boolean> {
  return sql<boolean>`${state} in (${sql.join(states.map((one) => sql.lit(one)))})`
}
