import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { readSetting } from '#kit/server/settings.ts'
import { wholeNumber } from '#staff/formFields.ts'

export const contestKey = 'contest'

/** Contests open for `days` and are answered in `answerDays`; rules refund at most `autoCents`. */
const contestSettings = z.object({
  days: z._default(wholeNumber(1, 2000), 90),
  answerDays: z._default(wholeNumber(1, 90), 7),
  autoCents: z._default(wholeNumber(0, 1_000_000), 5000),
})
export type ContestSettings = z.output<typeof contestSettings>

export async function readContestSettings(db: Db): Promise<ContestSettings> {
  return z.parse(contestSettings, (await readSetting(db, contestKey))?.value ?? {})
}
