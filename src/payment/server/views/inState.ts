import { type RawBuilder, sql } from 'kysely'
import type { PaymentState } from '../../paymentState.ts'

/**
 * As the index by state says it, for a prepared statement cannot know its parameters: it leaves out what most payments are
 * in, and what they go through on their way there.
 */
export const isInIndexedState = sql<boolean>`payment.state not in ('created', 'authorising', 'captured')`

/**
 * A payment that is open, or at the acquirer just now, is written again within minutes: the indexes by time, car park and
 * ticket code leave it out, and `payment_waiting` leads to it, for it has a deadline. Those that are neither are `isAtRest`.
 */
export const isAtRest = sql<boolean>`payment.state not in ('created', 'authorising')`
export const isUnderWay = sql<boolean>`payment.state in ('created', 'authorising') and payment.deadline_at is not null`

/**
 * Whether a state is one of a list that never changes. Its states stand in the text: of a parameter nobody knows which
 * partial index holds it, so the plan that is made once for all values is so much worse that PostgreSQL makes one anew
 * at each call, for longer than it then reads.
 */
export function isOneOf(state: RawBuilder<unknown>, states: readonly PaymentState[]): RawBuilder<boolean> {
  return sql<boolean>`${state} in (${sql.join(states.map((one) => sql.lit(one)))})`
}
