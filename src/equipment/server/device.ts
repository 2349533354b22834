import type { FastifyRequest } from 'fastify'
import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { hashToken } from '#kit/server/secrets.ts'

/** A gate, cashier, camera or sensor that proved its key. */
export type Device = {
  readonly id: number
  readonly lotIds: readonly number[]
  readonly idempotencyKey: string | null
}

/** Reads the bearer key of `/equipment/v1`. Throws `device_key` when it is missing, wrong or revoked. */
export async function deviceOf(db: Db, request: FastifyRequest): Promise<Device> {
  const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (!key) throw fail('device_key')
  const device = await db
    .selectFrom('device')
    .select(['id', 'lot_ids'])
    .where('key_hash', '=', hashToken(key))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!device) throw fail('device_key')
  const header = request.headers['idempotency-key']
  const idempotencyKey = typeof header === 'string' && header.trim() !== '' ? header.trim() : null
  return { id: device.id, lotIds: device.lot_ids, idempotencyKey }
}
