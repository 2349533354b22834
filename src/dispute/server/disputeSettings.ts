import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { readSetting } from '#kit/server/settings.ts'

export const disputeKey = 'dispute'

/** Calendar days from the notice to the deadline. */
const disputeSettings = z.object({ days: z.int(), acquirers: z.record(z.string(), z.int()) })
type DisputeSettings = z.output<typeof disputeSettings>

const byDefault: DisputeSettings = { days: 10, acquirers: {} }

export async function readDisputeSettings(db: Db): Promise<DisputeSettings> {
  const row = await readSetting(db, disputeKey)
  return row ? z.parse(disputeSettings, row.value) : byDefault
}
