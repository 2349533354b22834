import { type RawBuilder, sql } from 'kysely'
import type { PaymentState } from '../../paymentState.ts'

/** The condition of the partial index by state, which a prepared statement cannot use with a parameter. */
export const isInIndexedState = sql<boolean>`payment.state not in ('created', 'authorising', 'captured')`

/** The condition of the partial indexes, which leave out states that last minutes. */
export const isAtRest = sql<boolean>`payment.state not in ('created', 'authorising')`
export const isUnderWay = sql<boolean>`payment.state in ('created', 'authorising') and payment.deadline_at is not null`

/** SQL `in` with literals: with parameters a generic plan cannot use a partial index. */
export function isInStates(state: RawBuilder<unknown>, states: readonly PaymentState[]): RawBuilder<boolean> {
  return sql<boolean>`${state} in (${sql.join(states.map((one) => sql.lit(one)))})`
}
