import { sql } from 'kysely'

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
