import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { disputeEvents } from '../../caseKinds.ts'
import { enqueue } from '#kit/server/jobs/store.ts'

export const mail = { lane: 'mail', keptDays: 30 } as const

/** A newer release may know more kinds. */
export const alertKind = {
  ...mail,
  name: 'alert',
  payload: z.object({ kind: z.string(), hour: z.string() }),
} as const

export const unlistedKind = {
  ...mail,
  name: 'acquirer_unlisted',
  payload: z.object({ acquirer: z.string(), code: z.string(), hour: z.string() }),
} as const

export const hourOf = (now: Date) => now.toISOString().slice(0, 13)

/** Once an hour and kind; a dispute sends a mail of its own. */
export async function alertStaff(db: Db, kind: string, now: Date): Promise<void> {
  if (disputeEvents.includes(kind)) return
  const hour = hourOf(now)
  await enqueue(db, alertKind, { kind, hour }, { key: `alert-${kind}-${hour}`, now })
}

type Unlisted = { acquirer: string; code: string | null; now: Date }

export async function reportUnlisted(db: Db, { acquirer, code, now }: Unlisted): Promise<void> {
  const hour = hourOf(now)
  const payload = { acquirer, code: code ?? '?', hour }
  await enqueue(db, unlistedKind, payload, { key: `unlisted-${acquirer}-${hour}`, now })
}
