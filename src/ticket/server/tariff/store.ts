import * as z from 'zod/mini'
import { type Selectable, sql } from 'kysely'
import type { Db, TariffTable, Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import type { SharedClock } from '#kit/clock.ts'
import type { PageRequest } from '#kit/paging.ts'
import { fetchPage } from '#kit/server/db/query/fetchPage.ts'
import { type TariffRules, tariffRules } from '../../tariff.ts'

/** `starts_at` is null where a version began when it was saved. */
export type TariffVersion = Selectable<TariffTable> & { rules: TariffRules }

const startsAt = sql<Date>`coalesce(tariff.starts_at, tariff.created_at)`

/** Later ones are scheduled. */
export function startOf({ starts_at, created_at }: Pick<TariffVersion, 'starts_at' | 'created_at'>): Date {
  return starts_at ?? created_at
}

/**
 * The versions of a lot that are not withdrawn; the one in force at an instant comes first: of those begun the
 * latest, else the earliest (docs/tariff.md#versions).
 */
function versionsByStart(db: Db, lotId: number, at: Date) {
  const begun = sql<boolean>`${startsAt} <= ${at}`
  return db
    .selectFrom('tariff')
    .where('lot_id', '=', lotId)
    .where('withdrawn_at', 'is', null)
    .orderBy(begun, 'desc')
    .orderBy(sql`case when ${begun} then ${startsAt} end`, (order) => order.desc().nullsLast())
    .orderBy(sql`case when ${begun} then version end`, (order) => order.desc().nullsLast())
    .orderBy(startsAt)
    .orderBy('version')
}

/** Once the lot is locked, not before the save of any of its versions. */
export async function readDatabaseTime(tx: Tx, clock: SharedClock): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx)
  return rows[0] ? clock.shared(rows[0].now) : clock.now()
}

/** Throws `tariff_missing`. */
export async function tariffIdAt(db: Db, lotId: number, at: Date): Promise<number> {
  const tariff = await versionsByStart(db, lotId, at).select('id').limit(1).executeTakeFirst()
  if (!tariff) throw fail('tariff_missing')
  return tariff.id
}

/** Null for a lot without a tariff. */
export async function readTariffInForce(db: Db, lotId: number, at: Date): Promise<TariffVersion | null> {
  const found = await versionsByStart(db, lotId, at).selectAll().limit(1).executeTakeFirst()
  return found ? parseTariffVersion(found) : null
}

/** Those not withdrawn that begin later than `at`, in the order of their start. */
export async function listScheduled(db: Db, lotId: number, at: Date): Promise<TariffVersion[]> {
  const later = versionsByStart(db, lotId, at).where(startsAt, '>', at).selectAll()
  return (await later.execute()).map(parseTariffVersion)
}

export async function listTariffVersions(db: Db, lotId: number, request: PageRequest) {
  const all = db.selectFrom('tariff').selectAll().where('lot_id', '=', lotId).orderBy('version', 'desc')
  const { rows, ...total } = await fetchPage(db, all, request)
  return { rows: rows.map(parseTariffVersion), ...total }
}

/** Also a withdrawn one. Throws `not_found`. */
export async function requireTariffVersion(db: Db, lotId: number, version: number): Promise<TariffVersion> {
  const row = await db
    .selectFrom('tariff')
    .selectAll()
    .where('lot_id', '=', lotId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) throw fail('not_found')
  return parseTariffVersion(row)
}

/** Withdrawn ones count; 0 for a lot without a tariff. */
export async function highestVersion(db: Db, lotId: number): Promise<number> {
  const { highest } = await db
    .selectFrom('tariff')
    .select((of) => of.fn.max('version').as('highest'))
    .where('lot_id', '=', lotId)
    .executeTakeFirstOrThrow()
  return highest ?? 0
}

type NewVersion = Omit<TariffVersion, 'id' | 'withdrawn_at'>

export async function insertTariffVersion(tx: Tx, row: NewVersion): Promise<void> {
  await tx
    .insertInto('tariff')
    .values({ ...row, rules: JSON.stringify(row.rules) })
    .execute()
}

export async function withdrawVersion(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('tariff').set({ withdrawn_at: now }).where('id', '=', id).execute()
}

export async function lotsWithTariff(db: Db): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('tariff').select('lot_id').distinct().execute()
  return new Set(rows.map(({ lot_id }) => lot_id))
}

function parseTariffVersion(row: Selectable<TariffTable>): TariffVersion {
  return { ...row, rules: z.parse(tariffRules, row.rules) }
}
