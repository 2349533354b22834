import type { Db, Tx } from '#db/schema.ts'
import { fail, invalid } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { hashToken, randomToken } from '#kit/server/secrets.ts'
import { lotNames } from '#parking/server/flow/lotNames.ts'
import type { Member } from '#session/server/caller.ts'
import { assertLot } from '#staff/server/member.ts'
import type { DeviceEntryWire } from '../../backoffice.ts'
import { lockDevice } from './searchDevices.ts'

type By = Pick<Member, 'actor' | 'lots'> & { now: Date }

/** Shown once, stored as a hash. */
const newKey = () => `${randomToken()}${randomToken()}`

/** Answers the key. Throws 422. */
export async function addDevice(
  tx: Tx,
  entry: DeviceEntryWire,
  by: By,
): Promise<{ id: number; key: string }> {
  const { now } = by
  assertLot(by, ...entry.lot_ids)
  const lots = await knownLots(tx, entry.lot_ids)
  const key = newKey()
  const { id } = await tx
    .insertInto('device')
    .values({ ...columnsOf(entry), key_hash: hashToken(key), created_at: now, updated_at: now, key_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(tx, { ...ofDevice(id, by), action: 'created', after: auditedDevice(entry, lots) })
  return { id, key }
}

/** Throws `not_found`, 422. */
export async function changeDevice(tx: Tx, id: number, entry: DeviceEntryWire, by: By): Promise<void> {
  const device = await lockDevice(tx, id, by)
  assertLot(by, ...entry.lot_ids)
  const lots = await knownLots(tx, entry.lot_ids)
  const columns = columnsOf(entry)
  if (JSON.stringify(columnsOf(device)) === JSON.stringify(columns)) return
  await tx
    .updateTable('device')
    .set({ ...columns, updated_at: by.now })
    .where('id', '=', id)
    .execute()
  const [before, after] = [auditedDevice(device, lots), auditedDevice(entry, lots)]
  await audit(tx, { ...ofDevice(id, by), action: 'changed', before, after })
}

/** The old key ends at once. Throws `not_found`, `device_revoked`. */
export async function changeKey(tx: Tx, id: number, by: By): Promise<string> {
  const device = await lockDevice(tx, id, by)
  if (device.revoked_at !== null) throw fail('device_revoked')
  const key = newKey()
  await tx
    .updateTable('device')
    .set({ key_hash: hashToken(key), key_at: by.now, updated_at: by.now })
    .where('id', '=', id)
    .execute()
  await audit(tx, { ...ofDevice(id, by), action: 'key_changed' })
  return key
}

/** Repeatable. */
export async function revokeDevice(tx: Tx, id: number, by: By): Promise<void> {
  const device = await lockDevice(tx, id, by)
  if (device.revoked_at !== null) return
  const { now } = by
  await tx.updateTable('device').set({ revoked_at: now, updated_at: now }).where('id', '=', id).execute()
  await audit(tx, { ...ofDevice(id, by), action: 'revoked' })
}

type Lots = ReadonlyMap<number, string>

async function knownLots(db: Db, lotIds: readonly number[]): Promise<Lots> {
  const known = new Map((await lotNames(db)).map(({ id, name }) => [id, name]))
  if (!lotIds.every((id) => known.has(id)))
    throw invalid({ lot_ids: ['Escolha os estacionamentos da lista.'] })
  return known
}

function columnsOf({ name, lot_ids: lotIds }: DeviceEntryWire) {
  return { name, lot_ids: [...new Set(lotIds)].sort((a, b) => a - b) }
}

function auditedDevice(entry: DeviceEntryWire, lots: Lots) {
  const { name, lot_ids: ids } = columnsOf(entry)
  return { name, lots: ids.map((id) => lots.get(id) ?? `nº ${id}`) }
}

const ofDevice = (id: number, { actor, now }: By) =>
  ({ at: now, actor, subject: 'device', subjectId: String(id) }) as const
