import * as z from 'zod/mini'
import type { Db, Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { takeKeyedLock } from '#kit/server/db/locks.ts'
import { longestIdempotencyKey } from '#kit/server/http/idempotencyKey.ts'
import { hashToken } from '#kit/server/secrets.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { Device } from './device.ts'

/** A repeated call gets the stored answer. Throws `idempotency_key`, and `idempotency_conflict` for another body. */
export async function withIdempotencyKey<T extends object>(
  db: Db,
  device: Device,
  call: { name: string; body: object; now: Date; stored: z.ZodMiniType<T>; storedAs?: (answer: T) => T },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const key = device.idempotencyKey
  if (key === null || key.length > longestIdempotencyKey) throw fail('idempotency_key')
  const requestHash = hashToken(`${call.name} ${JSON.stringify(call.body)}`)
  return transaction(db, async (tx) => {
    await takeKeyedLock(tx, 'deviceCall', `${device.id} ${key}`)
    const first = await findStoredAnswer(tx, device.id, key)
    if (first) {
      if (first.request_hash !== requestHash) throw fail('idempotency_conflict')
      return z.parse(call.stored, first.body)
    }
    const answer = await work(tx)
    await tx
      .insertInto('device_answer')
      .values({
        device_id: device.id,
        idempotency_key: key,
        request_hash: requestHash,
        body: JSON.stringify(call.storedAs?.(answer) ?? answer),
        created_at: call.now,
      })
      .execute()
    return answer
  })
}

function findStoredAnswer(db: Db, deviceId: number, key: string) {
  return db
    .selectFrom('device_answer')
    .select(['request_hash', 'body'])
    .where('device_id', '=', deviceId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}
