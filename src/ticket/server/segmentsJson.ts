import { sql } from 'kysely'
import type { SegmentFacts } from './store.ts'

/** A segment as JSON; instants in milliseconds, which parse faster than text. */
type Told = readonly [
  n: number,
  amountCents: number,
  paidMs: number,
  untilMs: number | null,
  source: SegmentFacts['source'],
]
export type SegmentsJson = readonly Told[] | null

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

export const segmentsJson = sql<SegmentsJson>`(
  select json_agg(json_build_array(n, amount_cents, ${ms('paid_at')}, ${ms('exit_deadline_at')}, source))
  from paid_segment where ticket_id = ticket.id)`

export function parseSegments(told: SegmentsJson): SegmentFacts[] {
  return (told ?? []).map(factsOf).sort((one, other) => one.n - other.n)
}

function factsOf([n, amount_cents, paidMs, untilMs, source]: Told): SegmentFacts {
  const exit_deadline_at = untilMs === null ? null : new Date(untilMs)
  return { n, amount_cents, paid_at: new Date(paidMs), exit_deadline_at, source }
}
