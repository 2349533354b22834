import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import type { PageRequest } from '#kit/paging.ts'
import { countCapped, fetchPage } from '#kit/server/db/query/fetchPage.ts'
import type { VisibleLots, StaffMember } from '#session/server/caller.ts'
import { isInLots } from '#staff/server/member.ts'
import { alertKindNames } from '../kinds.ts'

type AlertSearch = PageRequest & {
  readonly lots: VisibleLots
  readonly member: Pick<StaffMember, 'id'>
  readonly state: 'open' | 'cleared' | null
}

function raisedAlerts(db: Db, lots: VisibleLots) {
  return db
    .selectFrom('alert')
    .leftJoin('lot', 'lot.id', 'alert.lot_id')
    .selectAll('alert')
    .select(['lot.name as lot', 'lot.time_zone'])
    .where('alert.raised_at', 'is not', null)
    .where(isInLots(lots, sql.ref('alert.lot_id')))
}

/** Open alerts first, of these what the caller has not seen, then the newest. */
export function searchAlerts(db: Db, { lots, member, state, ...request }: AlertSearch) {
  let list = raisedAlerts(db, lots)
  if (state !== null) list = list.where('alert.cleared_at', state === 'open' ? 'is' : 'is not', null)
  return fetchPage(db, list, request, (sorted) =>
    sorted
      .orderBy(sql`alert.cleared_at is not null`)
      .orderBy(sql`alert.cleared_at is null and ${member.id}::integer = any(alert.seen_by)`)
      .orderBy('alert.since', 'desc')
      .orderBy('alert.id', 'desc'),
  )
}

export async function countOpenAlerts(db: Db, lots: VisibleLots): Promise<number> {
  return (await countCapped(db, raisedAlerts(db, lots).where('alert.cleared_at', 'is', null))).total
}

/** Throws `not_found`. */
export async function markAlertSeen(db: Db, id: number, { id: userId, lots }: StaffMember) {
  const seen = await db
    .updateTable('alert')
    .set({ seen_by: sql`array_append(array_remove(seen_by, ${userId}::integer), ${userId}::integer)` })
    .where('id', '=', id)
    .where('raised_at', 'is not', null)
    .where(isInLots(lots, sql.ref('lot_id')))
    .executeTakeFirst()
  if (seen.numUpdatedRows === 0n) throw fail('not_found')
}

/** Gauges by 'kind lot': 1 while an alert is open, 0 for other kinds and for lots that had one. */
export async function alertMetrics(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('alert')
    .select(['kind', 'lot_id', sql<boolean>`bool_or(cleared_at is null)`.as('is_open')])
    .where('raised_at', 'is not', null)
    .groupBy(['kind', 'lot_id'])
    .execute()
  const silent = alertKindNames.filter((kind) => !rows.some((row) => row.kind === kind))
  return Object.fromEntries([
    ...rows.map(({ kind, lot_id: lotId, is_open }) => [`${kind} ${lotId ?? ''}`, is_open ? 1 : 0] as const),
    ...silent.map((kind) => [`${kind} `, 0] as const),
  ])
}
