import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { readSetting } from '#kit/server/settings.ts'
import type { ReserveSettings } from '../../reserveTerms.ts'

const whole = z.int().check(z.gte(0))

const storedSettings = z.object({
  valueCents: z._default(whole, 0),
  minCents: z._default(whole, 0),
  holdMinutes: z._default(whole, 15),
  arriveHours: z._default(whole, 12),
})

/** Stored settings over the defaults. */
export async function readReserveSettings(db: Db, enabled: boolean): Promise<ReserveSettings> {
  const row = await readSetting(db, 'reserve')
  const stored = z.safeParse(storedSettings, row?.value ?? {})
  return { enabled, ...(stored.success ? stored.data : z.parse(storedSettings, {})) }
}
