import { type Selectable, sql } from 'kysely'
import type { AuditTable, Db } from '#db/schema.ts'
import type { PageRequest } from '../paging.ts'
import { counted } from './db/query/counted.ts'

export type TrailSearch = PageRequest & {
  readonly actor: string | null
  readonly subject: string | null
  readonly subjectId: string | null
  /** The most frequent kind, which the partial index by kind leaves out. */
  readonly mostly: string
  /** The most frequent actors, which the partial index by actor leaves out. */
  readonly mostBy: readonly string[]
  /** From inclusive, until exclusive. */
  readonly from: Date | null
  readonly until: Date | null
}

export async function searchTrail(
  db: Db,
  { actor, subject, subjectId, mostly, mostBy, from, until, page, perPage }: TrailSearch,
): Promise<{ rows: Selectable<AuditTable>[]; total: number; more: boolean }> {
  let list = db.selectFrom('audit').selectAll()
  if (actor !== null) list = list.where('actor', '=', actor)
  if (subject !== null) list = list.where('subject', '=', subject)
  // The partial indexes need this condition as a literal: a prepared statement does not know its parameters.
  if (actor !== null && !mostBy.includes(actor))
    list = list.where(sql<boolean>`actor not in (${sql.join(mostBy.map((one) => sql.lit(one)))})`)
  if (subject !== null && subject !== mostly) list = list.where(sql<boolean>`subject <> ${sql.lit(mostly)}`)
  if (subjectId !== null) list = list.where('subject_id', '=', subjectId)
  if (from) list = list.where('at', '>=', from)
  if (until) list = list.where('at', '<', until)
  // The order lets `counted` read an index and stop early.
  const ordered = list.orderBy('at', 'desc').orderBy('id', 'desc')
  const total = await counted(db, ordered)
  const rows = await ordered
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { rows, ...total }
}
