import { type RawBuilder, sql } from 'kysely'
import type { PaymentState } from '../../paymentState.ts'

/** The partial index by state; a prepared statement cannot use it with a parameter. */
export const isInIndexedState = sql<boolean>`payment.state not in ('created', 'authorising', 'captured')`

/** The partial indexes leave out states that last minutes. */
export const isAtRest = sql<boolean>`payment.state not in ('created', 'authorising')`
export const isUnderWay = sql<boolean>`payment.state in ('created', 'authorising') and payment.deadline_at is not null`

/** SQL `in` with literals: with parameters a generic plan cannot use a partial index. */
export function isInStates(state: RawBuilder<unknown>, states: readonly PaymentState[]): RawBuilder<boolean> {
  return sql<boolean>`${state} in (${sql.join(states.map((one) => sql.lit(one)))})`
}
