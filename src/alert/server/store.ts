import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import type { PageRequest } from '#kit/paging.ts'
import type { LabelledGauge } from '#kit/server/http/metrics.ts'
import { onePage } from '#kit/server/db/query/counted.ts'
import { alertKindNames } from '../kinds.ts'

type AlertSearch = PageRequest & {
  readonly lotId: number | null
  readonly state: 'open' | 'cleared' | null
}

/** Raised alerts with their lots, the open ones first, then the newest. */
export function searchAlerts(db: Db, { lotId, state, ...request }: AlertSearch) {
  let list = db
    .selectFrom('alert')
    .leftJoin('lot', 'lot.id', 'alert.lot_id')
    .selectAll('alert')
    .select(['lot.name as lot', 'lot.time_zone'])
    .where('alert.raised_at', 'is not', null)
  if (lotId !== null) list = list.where('alert.lot_id', '=', lotId)
  if (state !== null) list = list.where('alert.cleared_at', state === 'open' ? 'is' : 'is not', null)
  return onePage(db, list, request, (sorted) =>
    sorted
      .orderBy(sql`alert.cleared_at is not null`)
      .orderBy('alert.since', 'desc')
      .orderBy('alert.id', 'desc'),
  )
}

/** Notes that a person has hidden an alert. Throws `not_found`. */
export async function markSeen(db: Db, id: number, userId: number): Promise<void> {
  const seen = await db
    .updateTable('alert')
    .set({ seen_by: sql`array_append(array_remove(seen_by, ${userId}::integer), ${userId}::integer)` })
    .where('id', '=', id)
    .where('raised_at', 'is not', null)
    .executeTakeFirst()
  if (seen.numUpdatedRows === 0n) throw fail('not_found')
}

/** The gauge of `/metrics`: 1 while an alert stands; 0 for every other kind, and for lots that had one. */
export function alertGauge(db: Db): LabelledGauge {
  return {
    name: 'guiche_alert',
    help: 'Whether an alert stands, by kind and lot',
    labelNames: ['kind', 'lot'],
    read: async () => {
      const rows = await db
        .selectFrom('alert')
        .select(['kind', 'lot_id', sql<boolean>`bool_or(cleared_at is null)`.as('stands')])
        .where('raised_at', 'is not', null)
        .groupBy(['kind', 'lot_id'])
        .execute()
      const known = rows.map(({ kind, lot_id: lotId, stands }) => ({
        labels: { kind, lot: lotId === null ? '' : String(lotId) },
        value: stands ? 1 : 0,
      }))
      const silent = alertKindNames.filter((kind) => !rows.some((row) => row.kind === kind))
      return [...known, ...silent.map((kind) => ({ labels: { kind, lot: '' }, value: 0 }))]
    },
  }
}
