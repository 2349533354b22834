import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { sql, type Selectable } from 'kysely'
import { containsText } from '#kit/server/db/textSearch.ts'
import type { Db, DeviceTable, Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import type { PageRequest } from '#kit/paging.ts'
import type { VisibleLots, StaffMember } from '#session/server/caller.ts'
import { assertLot } from '#staff/server/member.ts'
import { fetchPage } from '#kit/server/db/query/fetchPage.ts'

export type DeviceRow = Selectable<DeviceTable>

type DeviceSearch = PageRequest & {
  readonly q: string
  readonly lotId: number | null
  readonly lots: VisibleLots
  readonly state: 'active' | 'revoked' | null
}

export async function searchDevices(db: Db, { q, lotId, lots, state, ...request }: DeviceSearch) {
  let list = db.selectFrom('device').selectAll()
  if (q !== '') list = list.where(containsText('name', q))
  if (lotId !== null) list = list.where(sql<boolean>`${lotId}::int = any(lot_ids)`)
  if (lots !== null) list = list.where(sql<boolean>`lot_ids <@ ${[...lots]}::int[]`)
  if (state === 'active') list = list.where('revoked_at', 'is', null)
  if (state === 'revoked') list = list.where('revoked_at', 'is not', null)
  return fetchPage(db, list, request, (devices) =>
    devices
      .orderBy(sql`revoked_at is not null`)
      .orderBy('name')
      .orderBy('id'),
  )
}

/** Throws `not_found`, also for another lot. */
export async function requireDevice(db: Db, id: number, by: Pick<StaffMember, 'lots'>): Promise<DeviceRow> {
  return requireVisible(await db.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirst(), by)
}

export async function lockDevice(tx: Tx, id: number, by: Pick<StaffMember, 'lots'>): Promise<DeviceRow> {
  const device = tx.selectFrom('device').selectAll().where('id', '=', id).forNoKeyUpdate()
  return requireVisible(await device.executeTakeFirst(), by)
}

function requireVisible(device: DeviceRow | undefined, by: Pick<StaffMember, 'lots'>): DeviceRow {
  if (!device) throw fail('not_found')
  assertLot(by, ...device.lot_ids)
  return device
}

export async function deviceNames(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db.selectFrom('device').select(['id', 'name']).where('id', '=', anyOf(ids)).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
