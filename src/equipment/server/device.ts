import type { FastifyRequest } from 'fastify'
import type { Db } from '#db/schema.ts'
import { clockSkewMs, earlier, minuteMs, addMs } from '#kit/clock.ts'
import { fail, invalid } from '#kit/fail.ts'
import { isPrintable } from '#kit/fields.ts'
import { hashToken } from '#kit/server/secrets.ts'

export type Device = {
  readonly id: number
  readonly lotIds: readonly number[]
  readonly idempotencyKey: string | null
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
    .select(['id', 'lot_ids', 'called_at'])
    .where('key_hash', '=', hashToken(key))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!device) throw fail('device_key')
  await recordLastCall(db, device.id, device.called_at, now)
  return { id: device.id, lotIds: device.lot_ids, idempotencyKey: idempotencyKeyOf(request) }
}

/** At most once a minute, so that a busy gate does not write at each call. */
async function recordLastCall(db: Db, id: number, calledAt: Date | null, now: Date): Promise<void> {
  if (calledAt !== null && calledAt > addMs(now, -minuteMs)) return
  await db.updateTable('device').set({ called_at: now }).where('id', '=', id).execute()
}

function idempotencyKeyOf(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key']
  if (typeof header !== 'string' || !isPrintable(header)) return null
  return header.trim() || null
}

/** Throws `foreign_lot`. */
export function assertDeviceLot(device: Device, lotId: number): void {
  if (!device.lotIds.includes(lotId)) throw fail('foreign_lot')
}

/** Throws 422 when the device’s clock runs ahead by more than `clockSkewMs`. */
export function parseDeviceInstant(field: string, sent: string | null | undefined, now: Date): Date {
  if (!sent) return now
  const at = new Date(sent)
  if (at > addMs(now, clockSkewMs)) throw invalid({ [field]: ['O instante não pode estar no futuro.'] })
  return earlier(at, now)
}

export function deviceActor(device: Device): string {
  return `device ${device.id}`
}
