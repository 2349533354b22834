import { jobKind } from '#kit/server/jobs/job.ts'
import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { disputeEvents } from '../../caseKinds.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'

/** A mail to staff; a repetition within its hour enqueues nothing. */
function mailKind<Fields extends z.core.$ZodLooseShape>(name: string, fields: Fields) {
  return jobKind(name, { lane: 'mail', keptDays: 30 }, { ...fields, hour: z.string() })
}

/** A newer release may know more kinds. */
export const alertKind = mailKind('alert', { kind: z.string() })
export const unlistedCodeKind = mailKind('acquirer_unlisted', { acquirer: z.string(), code: z.string() })
export const duplicatePlateKind = mailKind('plate_twice', { lot: z.string(), codes: z.array(z.string()) })
export const acquirerWarningKind = mailKind('acquirer_doubt', { acquirer: z.string(), why: z.string() })
export const policyViolationKind = mailKind('authentication_blocked', {
  acquirer: z.string(),
  host: z.string(),
  directive: z.string(),
})

/** UTC, for the key of a mail that is sent once an hour. */
export const hourOf = (now: Date) => now.toISOString().slice(0, 13)

/** Once an hour and kind; a dispute sends a mail of its own. */
export async function alertStaff(db: Db, kind: string, now: Date): Promise<void> {
  if (disputeEvents.includes(kind)) return
  const hour = hourOf(now)
  await enqueue(db, alertKind, { kind, hour }, { key: `alert-${kind}-${hour}`, now })
}

type UnlistedCode = { acquirer: string; code: string | null; now: Date }

export async function reportUnlistedCode(db: Db, { acquirer, code, now }: UnlistedCode): Promise<void> {
  const hour = hourOf(now)
  const payload = { acquirer, code: code ?? '?', hour }
  await enqueue(db, unlistedCodeKind, payload, { key: `unlisted-${acquirer}-${hour}`, now })
}

type DuplicatePlate = { lot: string; codes: [first: string, second: string]; now: Date }

export async function alertDuplicatePlate(db: Db, { now, lot, codes }: DuplicatePlate): Promise<void> {
  const hour = hourOf(now)
  await enqueue(db, duplicatePlateKind, { lot, codes, hour }, { key: `plate-twice-${codes[0]}-${hour}`, now })
}

type AcquirerWarning = { acquirer: string; why: string; now: Date }

export async function reportAcquirerWarning(db: Db, { acquirer, why, now }: AcquirerWarning): Promise<void> {
  const hour = hourOf(now)
  await enqueue(db, acquirerWarningKind, { acquirer, why, hour }, { key: `doubt-${acquirer}-${hour}`, now })
}
