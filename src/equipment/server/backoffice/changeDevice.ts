import type { Db, Tx } from '#db/schema.ts'
import { fail, invalid } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { hashToken, randomToken } from '#kit/server/secrets.ts'
import { readLotNamesById } from '#parking/server/flow/readLotNames.ts'
import type { StaffMember } from '#session/server/caller.ts'
import { assertLot } from '#staff/server/member.ts'
import type { WireDeviceEntry } from '../../backoffice.ts'
import { lockDevice } from './searchDevices.ts'

type Editor = Pick<StaffMember, 'actor' | 'lots'> & { now: Date }

const generateDeviceKey = () => `${randomToken()}${randomToken()}`

export async function addDevice(tx: Tx, entry: WireDeviceEntry, by: Editor) {
  const { now } = by
  assertLot(by, ...entry.lot_ids)
  const lots = await requireLots(tx, entry.lot_ids)
  const key = generateDeviceKey()
  const { id } = await tx
    .insertInto('device')
    .values({
      ...deviceColumns(entry),
      key_hash: hashToken(key),
      created_at: now,
      updated_at: now,
      key_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(tx, { ...deviceAuditEntry(id, by), action: 'created', after: auditedDevice(entry, lots) })
  return { id, key }
}

/** Throws `not_found`, 422. */
export async function changeDevice(tx: Tx, id: number, sent: WireDeviceEntry, by: Editor): Promise<void> {
  const device = await lockDevice(tx, id, by)
  const entry = {
    ...sent,
    silent_minutes: sent.silent_minutes === undefined ? device.silent_minutes : sent.silent_minutes,
  }
  assertLot(by, ...entry.lot_ids)
  const lots = await requireLots(tx, entry.lot_ids)
  const columns = deviceColumns(entry)
  if (JSON.stringify(deviceColumns(device)) === JSON.stringify(columns)) return
  await tx
    .updateTable('device')
    .set({ ...columns, updated_at: by.now })
    .where('id', '=', id)
    .execute()
  const [before, after] = [auditedDevice(device, lots), auditedDevice(entry, lots)]
  await audit(tx, { ...deviceAuditEntry(id, by), action: 'changed', before, after })
}

/** The old key ends at once. Throws `not_found`, `device_revoked`. */
export async function rotateDeviceKey(tx: Tx, id: number, by: Editor): Promise<string> {
  const device = await lockDevice(tx, id, by)
  if (device.revoked_at !== null) throw fail('device_revoked')
  const key = generateDeviceKey()
  await tx
    .updateTable('device')
    .set({ key_hash: hashToken(key), key_at: by.now, updated_at: by.now })
    .where('id', '=', id)
    .execute()
  await audit(tx, { ...deviceAuditEntry(id, by), action: 'key_changed' })
  return key
}

/** A repeated call changes nothing. */
export async function revokeDevice(tx: Tx, id: number, by: Editor): Promise<void> {
  const device = await lockDevice(tx, id, by)
  if (device.revoked_at !== null) return
  const { now } = by
  await tx.updateTable('device').set({ revoked_at: now, updated_at: now }).where('id', '=', id).execute()
  await audit(tx, { ...deviceAuditEntry(id, by), action: 'revoked' })
}

type LotNamesById = ReadonlyMap<number, string>

async function requireLots(db: Db, lotIds: readonly number[]): Promise<LotNamesById> {
  const known = await readLotNamesById(db)
  if (!lotIds.every((id) => known.has(id)))
    throw invalid({ lot_ids: ['Escolha os estacionamentos da lista.'] })
  return known
}

function deviceColumns({ name, lot_ids: lotIds, silent_minutes = null }: WireDeviceEntry) {
  return { name, lot_ids: [...new Set(lotIds)].sort((a, b) => a - b), silent_minutes }
}

function auditedDevice(entry: WireDeviceEntry, lots: LotNamesById) {
  const { name, lot_ids: ids, silent_minutes } = deviceColumns(entry)
  return {
    name,
    lots: ids.map((id) => lots.get(id) ?? `nº ${id}`),
    ...(silent_minutes === null ? {} : { silent_minutes }),
  }
}

const deviceAuditEntry = (id: number, { actor, now }: Editor) =>
  ({ at: now, actor, subject: 'device', subjectId: String(id) }) as const
