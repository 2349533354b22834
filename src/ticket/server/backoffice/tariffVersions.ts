import * as z from 'zod/mini'
import type { Selectable } from 'kysely'
import type { Db, TariffTable, Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import type { PageRequest } from '#kit/paging.ts'
import { audit } from '#kit/server/audit.ts'
import { fetchPage } from '#kit/server/db/query/fetchPage.ts'
import { lockLot } from '#parking/server/store.ts'
import { type TariffRules, tariffRules } from '../../tariff.ts'
import { rateLines } from '../../tariffEntry.ts'

type TariffVersion = Selectable<TariffTable> & { rules: TariffRules }

export async function listTariffVersions(db: Db, lotId: number, request: PageRequest) {
  const list = db.selectFrom('tariff').selectAll().where('lot_id', '=', lotId).orderBy('version', 'desc')
  const { rows, ...total } = await fetchPage(db, list, request)
  return { rows: rows.map(parseTariffVersion), ...total }
}

export async function readLatestTariff(db: Db, lotId: number): Promise<TariffVersion | null> {
  const versions = db.selectFrom('tariff').selectAll().where('lot_id', '=', lotId)
  const latest = await versions.orderBy('version', 'desc').limit(1).executeTakeFirst()
  return latest ? parseTariffVersion(latest) : null
}

/** Throws `not_found`. */
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

type NewTariff = Pick<TariffVersion, 'name' | 'rules'> & { lotId: number; seenVersion: number }
type Author = { actor: string; now: Date }

/**
 * The new version applies to cars that enter from now on; equal rules add none. Throws `not_found`, and
 * `tariff_changed` after a concurrent change.
 */
export async function addTariff(tx: Tx, wanted: NewTariff, by: Author): Promise<number> {
  const { lotId, name, seenVersion } = wanted
  const rules = z.parse(tariffRules, wanted.rules)
  const lot = await lockLot(tx, lotId)
  if (!lot) throw fail('not_found')
  const latest = await readLatestTariff(tx, lotId)
  if ((latest?.version ?? 0) !== seenVersion) throw fail('tariff_changed')
  if (latest && latest.name === name && JSON.stringify(latest.rules) === JSON.stringify(rules))
    return latest.version
  const version = seenVersion + 1
  await insertTariffVersion(tx, { lotId, version, name, rules, timeZone: lot.time_zone, now: by.now })
  const before = latest && { version: latest.version, name: latest.name, ...latest.rules }
  await audit(tx, { ...tariffVersionAudit(lotId, by), before, after: { version, name, ...rules } })
  return version
}

const tariffVersionAudit = (lotId: number, { actor, now }: Author) =>
  ({ at: now, actor, subject: 'tariff', subjectId: String(lotId), action: 'new_version' }) as const

type NewVersion = Pick<TariffVersion, 'version' | 'name' | 'rules'> & {
  lotId: number
  timeZone: string
  now: Date
}

async function insertTariffVersion(tx: Tx, { lotId, timeZone, rules, now, ...named }: NewVersion) {
  const row = { ...named, lot_id: lotId, rules: JSON.stringify(rules), time_zone: timeZone, created_at: now }
  await tx.insertInto('tariff').values(row).execute()
}

/**
 * Fixes the zone of the lot's versions before the lot gets another, and adds the next version with the same
 * rules (docs/spec.md#r35). The lot must be locked.
 */
export async function changeTariffTimeZone(
  tx: Tx,
  { lotId, from, to, ...by }: Author & { lotId: number; from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('tariff')
    .set({ time_zone: from })
    .where('lot_id', '=', lotId)
    .where('time_zone', 'is', null)
    .execute()
  const latest = await readLatestTariff(tx, lotId)
  if (!latest) return
  const version = latest.version + 1
  const { name, rules } = latest
  await insertTariffVersion(tx, { lotId, version, name, rules, timeZone: to, now: by.now })
  const before = { version: latest.version, time_zone: from }
  await audit(tx, { ...tariffVersionAudit(lotId, by), before, after: { version, time_zone: to } })
}

function parseTariffVersion(row: Selectable<TariffTable>): TariffVersion {
  return { ...row, rules: z.parse(tariffRules, row.rules) }
}

export async function readRateLines(db: Db, lotId: number): Promise<{ label: string; value: string }[]> {
  const tariff = await readLatestTariff(db, lotId)
  return tariff === null ? [] : rateLines(tariff.rules)
}
