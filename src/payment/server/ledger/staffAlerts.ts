import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { enqueue, enqueueOneOf } from '#kit/server/jobs/store.ts'

const mail = { lane: 'mail', keptDays: 30 } as const

/** A newer release may know more kinds. */
export const alertKind = {
  ...mail,
  name: 'alert',
  payload: z.object({ kind: z.string(), hour: z.string() }),
} as const

/** Mail: an acquirer's 'not found' is not trusted. */
export const doubtKind = {
  ...mail,
  name: 'acquirer_doubt',
  payload: z.object({ acquirer: z.string(), why: z.string(), hour: z.string() }),
} as const

export const unlistedKind = {
  ...mail,
  name: 'acquirer_unlisted',
  payload: z.object({ acquirer: z.string(), code: z.string(), hour: z.string() }),
} as const

/** Mail: a browser blocked a script of an authentication. */
export const blockedKind = {
  ...mail,
  name: 'authentication_blocked',
  payload: z.object({ acquirer: z.string(), host: z.string(), directive: z.string(), hour: z.string() }),
} as const

const hourOf = (now: Date) => now.toISOString().slice(0, 13)

export async function alertStaff(db: Db, kind: string, now: Date): Promise<void> {
  const hour = hourOf(now)
  await enqueue(db, alertKind, { kind, hour }, { key: `alert-${kind}-${hour}`, now })
}

/** Once an hour. */
export async function reportDoubt(
  db: Db,
  { acquirer, why, now }: { acquirer: string; why: string; now: Date },
): Promise<void> {
  const hour = hourOf(now)
  await enqueue(db, doubtKind, { acquirer, why, hour }, { key: `doubt-${acquirer}-${hour}`, now })
}

/** Once an hour. */
export async function reportUnlisted(
  db: Db,
  { acquirer, code, now }: { acquirer: string; code: string | null; now: Date },
): Promise<void> {
  const hour = hourOf(now)
  const payload = { acquirer, code: code ?? '?', hour }
  await enqueue(db, unlistedKind, payload, { key: `unlisted-${acquirer}-${hour}`, now })
}

/** Mail: two tickets of one plate are inside a lot. */
export const plateTwiceKind = {
  ...mail,
  name: 'plate_twice',
  payload: z.object({ lot: z.string(), codes: z.array(z.string()), hour: z.string() }),
} as const

/** Once an hour for each car that was inside already. */
export async function alertPlateTwice(
  db: Db,
  { now, ...found }: { lot: string; codes: [first: string, second: string]; now: Date },
): Promise<void> {
  const hour = hourOf(now)
  const key = `plate-twice-${found.codes[0]}-${hour}`
  await enqueue(db, plateTwiceKind, { ...found, hour }, { key, now })
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
