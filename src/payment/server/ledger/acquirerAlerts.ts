import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { takeKeyedLock } from '#kit/server/db/locks.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { payloadsOf } from '#kit/server/jobs/queue.ts'
import { mail, hourOf } from './staffAlerts.ts'

export const doubtKind = {
  ...mail,
  name: 'acquirer_doubt',
  payload: z.object({ acquirer: z.string(), why: z.string(), hour: z.string() }),
} as const

export const blockedKind = {
  ...mail,
  name: 'authentication_blocked',
  payload: z.object({ acquirer: z.string(), host: z.string(), directive: z.string(), hour: z.string() }),
} as const

type Doubt = { acquirer: string; why: string; now: Date }

export async function reportDoubt(db: Db, { acquirer, why, now }: Doubt): Promise<void> {
  const hour = hourOf(now)
  await enqueue(db, doubtKind, { acquirer, why, hour }, { key: `doubt-${acquirer}-${hour}`, now })
}

/** Browsers can report anything; several hosts must get through. */
const blockedPerHour = 5

type Blocked = { acquirer: string; host: string; directive: string; now: Date }

/** False where the hour's limit is reached or this was reported. Opens a transaction. */
export async function reportBlocked(db: Db, { now, ...blocked }: Blocked): Promise<boolean> {
  const hour = hourOf(now)
  const prefix = `blocked-${blocked.acquirer}-${hour}`
  const keys = Array.from({ length: blockedPerHour }, (_, n) => `${prefix}-${n + 1}`)
  return transaction(db, async (tx) => {
    await takeKeyedLock(tx, 'rate', prefix)
    const earlier = (await payloadsOf(tx, keys)).map((payload) => z.parse(blockedKind.payload, payload))
    const key = keys[earlier.length]
    const isKnown = earlier.some((one) => one.host === blocked.host && one.directive === blocked.directive)
    if (key === undefined || isKnown) return false
    await enqueue(tx, blockedKind, { ...blocked, hour }, { key, now })
    return true
  })
}
