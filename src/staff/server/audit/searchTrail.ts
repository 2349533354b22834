import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { AuditTable, Db, Schema } from '#db/schema.ts'
import type { PageRequest } from '#kit/paging.ts'
import { inPeriod, type LocalPeriod } from '../localPeriod.ts'
import { fetchPage } from '#kit/server/db/query/fetchPage.ts'

export type TrailFilters = LocalPeriod & {
  readonly actor: string | null
  readonly subject: string | null
  readonly subjectId: string | null
  /** Of the period's days. */
  readonly timeZone: string
  /** Whether the row is of the reader's lots. */
  readonly isVisible: RawBuilder<boolean>
}

/** The partial indexes leave these out, because they are most of the rows. */
const frequentSubject = 'payment'
const frequentActors: readonly string[] = ['customer', 'acquirer']

export type TrailSearch = PageRequest & TrailFilters

export type TrailRow = Selectable<AuditTable>

export async function searchTrail(db: Db, { page, perPage, ...filters }: TrailSearch) {
  // In the order of an index, so that no more rows are read than are counted.
  const ordered = narrowTrail(db, filters).orderBy('at', 'desc').orderBy('id', 'desc')
  return fetchPage(db, ordered, { page, perPage })
}

export function narrowTrail(
  db: Db,
  { actor, subject, subjectId, isVisible, timeZone, ...period }: TrailFilters,
): SelectQueryBuilder<Schema, 'audit', TrailRow> {
  let list = db.selectFrom('audit').selectAll().where(isVisible)
  if (actor !== null) list = list.where('actor', '=', actor)
  if (subject !== null) list = list.where('subject', '=', subject)
  // The partial indexes need this condition as a literal.
  if (actor !== null && !frequentActors.includes(actor))
    list = list.where(sql<boolean>`actor not in (${sql.join(frequentActors.map((one) => sql.lit(one)))})`)
  if (subject !== null && subject !== frequentSubject)
    list = list.where(sql<boolean>`subject <> ${sql.lit(frequentSubject)}`)
  if (subjectId !== null) list = list.where('subject_id', '=', subjectId)
  return list.where(inPeriod(period, sql.ref('at'), sql`${timeZone}::text`))
}

export function findTrailRows(db: Db, isWanted: RawBuilder<boolean>): Promise<TrailRow[]> {
  return db.selectFrom('audit').selectAll().where(isWanted).execute()
}
