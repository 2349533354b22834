import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { readSetting } from '#kit/server/settings.ts'

export const disputeKey = 'dispute'

/** Calendar days from the notice to the deadline. */
const disputeSettings = z.object({
  days: z._default(z.int(), 10),
  acquirers: z._default(z.record(z.string(), z.int()), {}),
})

export async function readDisputeSettings(db: Db): Promise<z.output<typeof disputeSettings>> {
  return z.parse(disputeSettings, (await readSetting(db, disputeKey))?.value ?? {})
}
