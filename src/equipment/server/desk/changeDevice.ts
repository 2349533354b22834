import type { Db } from '#db/schema.ts'
import { fail, invalid } from '#kit/fail.ts'
import { audit, type AuditEntry } from '#kit/server/audit.ts'
import { hashToken, randomToken } from '#kit/server/secrets.ts'
import { lotNames } from '#parking/server/flow/lotNames.ts'
import { lockDevice } from './devices.ts'

/** What staff decide of a device. */
export type DeviceEntry = { name: string; lotIds: readonly number[] }
type By = { actor: string; now: Date }

/** 256 random bits: shown once, kept as a hash. */
const newKey = () => `${randomToken()}${randomToken()}`

/** Adds a device and answers its key, which nobody can read again. In the caller's transaction. Throws 422. */
export async function addDevice(
  db: Db,
  entry: DeviceEntry,
  { actor, now }: By,
): Promise<{ id: number; key: string }> {
  await refuseUnknownLots(db, entry.lotIds)
  const key = newKey()
  const { id } = await db
    .insertInto('device')
    .values({ ...columnsOf(entry), key_hash: hashToken(key), created_at: now, updated_at: now, key_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tell(db, id, { at: now, actor, action: 'created', before: null, after: columnsOf(entry) })
  return { id, key }
}

/** Renames a device, or gives it other car parks. In the caller's transaction. Throws `not_found`, 422. */
export async function changeDevice(
  db: Db,
  id: number,
  entry: DeviceEntry,
  { actor, now }: By,
): Promise<void> {
  const device = await lockDevice(db, id)
  await refuseUnknownLots(db, entry.lotIds)
  const [before, after] = [columnsOf(device), columnsOf(entry)]
  if (JSON.stringify(before) === JSON.stringify(after)) return
  await db
    .updateTable('device')
    .set({ ...after, updated_at: now })
    .where('id', '=', id)
    .execute()
  await tell(db, id, { at: now, actor, action: 'changed', before, after })
}

/** A new key; the old one is refused from now on. In the caller's transaction. Throws `not_found`, `device_revoked`. */
export async function changeKey(db: Db, id: number, { actor, now }: By): Promise<string> {
  const device = await lockDevice(db, id)
  if (device.revokedAt !== null) throw fail('device_revoked')
  const key = newKey()
  await db
    .updateTable('device')
    .set({ key_hash: hashToken(key), key_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()
  await tell(db, id, { at: now, actor, action: 'key_changed', before: null, after: null })
  return key
}

/** Ends the key for good; what the device reported stays. The second time changes nothing. In the caller's transaction. */
export async function revokeDevice(db: Db, id: number, { actor, now }: By): Promise<void> {
  const device = await lockDevice(db, id)
  if (device.revokedAt !== null) return
  await db.updateTable('device').set({ revoked_at: now, updated_at: now }).where('id', '=', id).execute()
  await tell(db, id, { at: now, actor, action: 'revoked', before: null, after: null })
}

async function refuseUnknownLots(db: Db, lotIds: readonly number[]): Promise<void> {
  const known = new Set((await lotNames(db)).map(({ id }) => id))
  if (!lotIds.every((id) => known.has(id)))
    throw invalid({ lot_ids: ['Escolha os estacionamentos da lista.'] })
}

function columnsOf({ name, lotIds }: DeviceEntry) {
  return { name, lot_ids: [...new Set(lotIds)].sort((a, b) => a - b) }
}

type Told = { name: string; lot_ids: number[] } | null

function tell(
  db: Db,
  id: number,
  told: Omit<AuditEntry<'device', Told, Told>, 'subject' | 'subjectId'>,
): Promise<void> {
  return audit(db, { ...told, subject: 'device', subjectId: String(id) })
}
