import type { FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import type { Db, DeviceTable } from '#db/schema.ts'
import { minuteMs, addMs } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { idempotencyKeyOf } from '#kit/server/http/idempotencyKey.ts'
import { hashToken } from '#kit/server/secrets.ts'

export type Device = {
  readonly id: number
  readonly lotIds: readonly number[]
  readonly idempotencyKey: string | null
  /** Since its last accepted instant. */
  readonly isClockRefused: boolean
}

export function bearerKeyOf(request: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
}

export async function unrevokedKeyHashes(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('device').select('key_hash').where('revoked_at', 'is', null).execute()
  return rows.map(({ key_hash }) => key_hash)
}

/** Accepts the bearer key and stores the instant of the call. Throws `device_key`. */
export async function authenticateDevice(db: Db, request: FastifyRequest, now: Date): Promise<Device> {
  const key = bearerKeyOf(request)
  if (!key) throw fail('device_key')
  const device = await db
    .selectFrom('device')
    .select(['id', 'lot_ids', 'called_at', 'clock_refused_at', 'silent_minutes'])
    .where('key_hash', '=', hashToken(key))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!device) throw fail('device_key')
  await recordLastCall(db, device, now)
  const { id, lot_ids: lotIds, clock_refused_at: refusedAt } = device
  return { id, lotIds, idempotencyKey: idempotencyKeyOf(request), isClockRefused: refusedAt !== null }
}

type LastCall = Pick<Selectable<DeviceTable>, 'id' | 'called_at' | 'silent_minutes'>

/** At most once a minute, so that a busy gate does not write at each call; one with minutes of its own does. */
async function recordLastCall(db: Db, device: LastCall, now: Date): Promise<void> {
  const { id, called_at: calledAt, silent_minutes: ownMinutes } = device
  if (ownMinutes === null && calledAt !== null && calledAt > addMs(now, -minuteMs)) return
  await db.updateTable('device').set({ called_at: now }).where('id', '=', id).execute()
}

const signOfLifeEveryMs = 15_000

/** Stores a heartbeat or a read of the feed, at most every 15 s: from then on the device is watched for silence. */
export async function recordSignOfLife(
  db: Db,
  { id }: Device,
  column: 'heartbeat_at' | 'events_at',
  now: Date,
): Promise<void> {
  await db
    .updateTable('device')
    .set({ [column]: now, called_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb(column, 'is', null), eb(column, '<=', addMs(now, -signOfLifeEveryMs))]))
    .execute()
}

/** Throws `foreign_lot`. */
export function assertDeviceLot(device: Device, lotId: number): void {
  if (!device.lotIds.includes(lotId)) throw fail('foreign_lot')
}

export function deviceActor(device: Device): string {
  return `device ${device.id}`
}
