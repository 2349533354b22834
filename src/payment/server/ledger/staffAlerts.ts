import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { enqueue, enqueueOneOf } from '#kit/server/jobs/store.ts'

const mail = { lane: 'mail', keptDays: 30 } as const

/** Mail about open cases of one kind; a newer release may know more kinds. */
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

/** Mail: an acquirer refused with an unlisted code. */
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

/** Mails staff about a kind of case, once an hour. */
export async function alertStaff(db: Db, kind: string, now: Date): Promise<void> {
  const hour = hourOf(now)
  await enqueue(db, alertKind, { kind, hour }, { key: `alert-${kind}-${hour}`, now })
}

/** Mails staff that an acquirer's 'not found' is not trusted, once an hour. */
export async function reportDoubt(
  db: Db,
  { acquirer, why, now }: { acquirer: string; why: string; now: Date },
): Promise<void> {
  const hour = hourOf(now)
  await enqueue(db, doubtKind, { acquirer, why, hour }, { key: `doubt-${acquirer}-${hour}`, now })
}

/** Mails staff about an unlisted refusal code, once an hour. */
export async function reportUnlisted(
  db: Db,
  { acquirer, code, now }: { acquirer: string; code: string | null; now: Date },
): Promise<void> {
  const hour = hourOf(now)
  const payload = { acquirer, code: code ?? '?', hour }
  await enqueue(db, unlistedKind, payload, { key: `unlisted-${acquirer}-${hour}`, now })
}

/** Browsers can report anything, so the number is limited; more than one lets several hosts through. */
const blockedPerHour = 5

/** Mails staff about a blocked script; false where the hour's limit is reached or the host was reported. */
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
