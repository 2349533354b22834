import type { Db, Tx } from '#db/schema.ts'
import { fail, invalid } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { hashToken, randomToken } from '#kit/server/secrets.ts'
import { lotNames } from '#parking/server/flow/lotNames.ts'
import type { Member } from '#session/server/caller.ts'
import { assertLot } from '#staff/server/member.ts'
import { lockDevice } from './searchDevices.ts'

type DeviceEntry = { name: string; lotIds: readonly number[] }
type By = Pick<Member, 'actor' | 'lots'> & { now: Date }

/** Shown once, stored as a hash. */
const newKey = () => `${randomToken()}${randomToken()}`

/** Answers the key. Throws 422. */
export async function addDevice(tx: Tx, entry: DeviceEntry, by: By): Promise<{ id: number; key: string }> {
  const { actor, now } = by
  assertLot(by, ...entry.lotIds)
  const lots = await knownLots(tx, entry.lotIds)
  const key = newKey()
  const { id } = await tx
    .insertInto('device')
    .values({ ...columnsOf(entry), key_hash: hashToken(key), created_at: now, updated_at: now, key_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = auditedDevice(entry, lots)
  await audit(tx, { ...trailOf(id), at: now, actor, action: 'created', after })
  return { id, key }
}

/** Throws `not_found`, 422. */
export async function changeDevice(tx: Tx, id: number, entry: DeviceEntry, by: By): Promise<void> {
  const { actor, now } = by
  const device = await lockDevice(tx, id, by)
  assertLot(by, ...entry.lotIds)
  const lots = await knownLots(tx, entry.lotIds)
  const known = { name: device.name, lotIds: device.lot_ids }
  const columns = columnsOf(entry)
  if (JSON.stringify(columnsOf(known)) === JSON.stringify(columns)) return
  await tx
    .updateTable('device')
    .set({ ...columns, updated_at: now })
    .where('id', '=', id)
    .execute()
  const [before, after] = [auditedDevice(known, lots), auditedDevice(entry, lots)]
  await audit(tx, { ...trailOf(id), at: now, actor, action: 'changed', before, after })
}

/** The old key ends at once. Throws `not_found`, `device_revoked`. */
export async function changeKey(tx: Tx, id: number, by: By): Promise<string> {
  const { actor, now } = by
  const device = await lockDevice(tx, id, by)
  if (device.revoked_at !== null) throw fail('device_revoked')
  const key = newKey()
  await tx
    .updateTable('device')
    .set({ key_hash: hashToken(key), key_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()
  await audit(tx, { ...trailOf(id), at: now, actor, action: 'key_changed' })
  return key
}

/** Repeatable. */
export async function revokeDevice(tx: Tx, id: number, by: By): Promise<void> {
  const { actor, now } = by
  const device = await lockDevice(tx, id, by)
  if (device.revoked_at !== null) return
  await tx.updateTable('device').set({ revoked_at: now, updated_at: now }).where('id', '=', id).execute()
  await audit(tx, { ...trailOf(id), at: now, actor, action: 'revoked' })
}

type Lots = ReadonlyMap<number, string>

async function knownLots(db: Db, lotIds: readonly number[]): Promise<Lots> {
  const known = new Map((await lotNames(db)).map(({ id, name }) => [id, name]))
  if (!lotIds.every((id) => known.has(id)))
    throw invalid({ lot_ids: ['Escolha os estacionamentos da lista.'] })
  return known
}

function columnsOf({ name, lotIds }: DeviceEntry) {
  return { name, lot_ids: [...new Set(lotIds)].sort((a, b) => a - b) }
}

function auditedDevice(entry: DeviceEntry, lots: Lots) {
  const { name, lot_ids: ids } = columnsOf(entry)
  return { name, lots: ids.map((id) => lots.get(id) ?? `nº ${id}`) }
}

const trailOf = (id: number) => ({ subject: 'device', subjectId: String(id) }) as const
