import { sql } from 'kysely'
import type { Db, Tx } from '#db/schema.ts'
import { addMs, hourMs } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import type { PageRequest } from '#kit/paging.ts'
import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { countCapped, fetchPage } from '#kit/server/db/query/fetchPage.ts'
import type { VisibleLots, StaffMember } from '#session/server/caller.ts'
import type { StateFilters } from '#staff/server/list/answerList.ts'
import { isInLots } from '#staff/server/member.ts'
import { alertKindNames } from '../kinds.ts'

type AlertSearch = PageRequest & StateFilters<'open' | 'cleared'> & { readonly member: StaffMember }

function raisedAlerts(db: Db, lots: VisibleLots) {
  return db
    .selectFrom('alert')
    .leftJoin('lot', 'lot.id', 'alert.lot_id')
    .selectAll('alert')
    .select(['lot.name as lot', 'lot.time_zone'])
    .where('alert.raised_at', 'is not', null)
    .where(isVisible(lots))
}

function isVisible(lots: VisibleLots) {
  if (lots === null) return sql<boolean>`true`
  return sql<boolean>`(${isInLots(lots, sql.ref('alert.lot_id'))} or alert.lot_ids <@ ${[...lots]}::int[])`
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
    .where(isVisible(lots))
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

type KindAndLot = { readonly kind: string; readonly lotId: number | null }

export function unmailedAlerts(db: Db, kind: string) {
  return db
    .selectFrom('alert')
    .where('kind', '=', kind)
    .where('raised_at', 'is not', null)
    .where('cleared_at', 'is', null)
    .where('mailed_at', 'is', null)
}

/** Now, or where a mail of the kind and lot has gone in this clock hour, its end. */
export async function nextMailAt(db: Db, { kind, lotId }: KindAndLot, now: Date): Promise<Date> {
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs)
  const mailed = await db
    .selectFrom('alert')
    .select('id')
    .where('kind', '=', kind)
    .where(sql<boolean>`coalesce(lot_id, 0) = ${lotId ?? 0}`)
    .where('mailed_at', '>=', hour)
    .executeTakeFirst()
  return mailed ? addMs(hour, hourMs) : now
}

/** Returns the rows that stand and were not mailed, oldest first; they count as mailed from now on. */
export async function markMailed(tx: Tx, { kind, lotId }: KindAndLot, now: Date): Promise<number[]> {
  const rows = await tx
    .updateTable('alert')
    .set({ mailed_at: now })
    .where('id', 'in', unmailedAlerts(tx, kind).select('id'))
    .where('mailed_at', 'is', null)
    .where(sql<boolean>`coalesce(lot_id, 0) = ${lotId ?? 0}`)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

export async function readStandingTexts(db: Db, ids: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('alert')
    .select('text')
    .where('id', '=', anyOf(ids))
    .where('cleared_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ text }) => text)
}

/** '2026-11-28T17' */
export function clockHour(at: Date): string {
  return at.toISOString().slice(0, 13)
}
