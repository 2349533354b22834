import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { hourOf, mail } from './staffAlerts.ts'

export const plateTwiceKind = {
  ...mail,
  name: 'plate_twice',
  payload: z.object({ lot: z.string(), codes: z.array(z.string()), hour: z.string() }),
} as const

export async function alertPlateTwice(
  db: Db,
  { now, ...found }: { lot: string; codes: [first: string, second: string]; now: Date },
): Promise<void> {
  const hour = hourOf(now)
  const key = `plate-twice-${found.codes[0]}-${hour}`
  await enqueue(db, plateTwiceKind, { ...found, hour }, { key, now })
}
