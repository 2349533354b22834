import { sql } from 'kysely'
import type { SegmentFacts } from './store.ts'

/** Instants in milliseconds, which parse faster than text. */
type SegmentTuple = readonly [
  n: number,
  amountCents: number,
  paidMs: number,
  untilMs: number | null,
  source: SegmentFacts['source'],
]
export type SegmentsJson = readonly SegmentTuple[] | null

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

export const segmentsJson = sql<SegmentsJson>`(
  select json_agg(json_build_array(n, amount_cents, ${ms('paid_at')}, ${ms('exit_deadline_at')}, source))
  from paid_segment where ticket_id = ticket.id)`

export function parseSegments(json: SegmentsJson): SegmentFacts[] {
  return (json ?? []).map(factsOf).sort((one, other) => one.n - other.n)
}

function factsOf([n, amount_cents, paidMs, untilMs, source]: SegmentTuple): SegmentFacts {
  const exit_deadline_at = untilMs === null ? null : new Date(untilMs)
  return { n, amount_cents, paid_at: new Date(paidMs), exit_deadline_at, source }
}
