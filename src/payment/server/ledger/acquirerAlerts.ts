import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { enqueueOneOf } from '#kit/server/jobs/queue.ts'
import { mail, hourOf } from './staffAlerts.ts'

/** Mail: an acquirer's 'not found' is not trusted. */
export const doubtKind = {
  ...mail,
  name: 'acquirer_doubt',
  payload: z.object({ acquirer: z.string(), why: z.string(), hour: z.string() }),
} as const

/** Mail: a browser blocked a script of an authentication. */
export const blockedKind = {
  ...mail,
  name: 'authentication_blocked',
  payload: z.object({ acquirer: z.string(), host: z.string(), directive: z.string(), hour: z.string() }),
} as const

/** Once an hour. */
export async function reportDoubt(
  db: Db,
  { acquirer, why, now }: { acquirer: string; why: string; now: Date },
): Promise<void> {
  const hour = hourOf(now)
  await enqueue(db, doubtKind, { acquirer, why, hour }, { key: `doubt-${acquirer}-${hour}`, now })
}

/** Browsers can report anything; several hosts must get through. */
const blockedPerHour = 5

/** False where the hour's limit is reached or the host was reported. */
export async function reportBlocked(
  db: Db,
  { now, ...blocked }: { acquirer: string; host: string; directive: string; now: Date },
): Promise<boolean> {
  const hour = hourOf(now)
  const keys = Array.from(
    { length: blockedPerHour },
    (_, n) => `blocked-${blocked.acquirer}-${hour}-${n + 1}`,
  )
  return enqueueOneOf(db, blockedKind, { ...blocked, hour }, { keys, now })
}
