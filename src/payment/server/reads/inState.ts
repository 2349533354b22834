import { type RawBuilder, sql } from 'kysely'
import type { PaymentState } from '../../paymentState.ts'

/**
 * As the index by state says it, for a prepared statement cannot know its parameters: it leaves out what most payments are
 * in, and what they begin with.
 */
export const isInIndexedState = sql<boolean>`payment.state not in ('created', 'captured')`

/**
 * Whether a state is one of a list that never changes. Its states stand in the text: of a parameter nobody knows which
 * partial index holds it, so the plan that is made once for all values is so much worse that PostgreSQL makes one anew
 * at each call, for longer than it then reads.
 */
export function isOneOf(state: RawBuilder<unknown>, states: readonly PaymentState[]): RawBuilder<boolean> {
  return sql<boolean>`${state} in (${sql.join(states.map((one) => sql.lit(one)))})`
}
