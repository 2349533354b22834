import { sql } from 'kysely'

/**
 * As the index by state says it, for a prepared statement cannot know its parameters: it leaves out what most payments are
 * in, and what they begin with.
 */
export const isInIndexedState = sql<boolean>`payment.state not in ('created', 'captured')`
