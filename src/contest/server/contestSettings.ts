import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { readSetting } from '#kit/server/settings.ts'

export const contestKey = 'contest'

const wholeNumber = (least: number, most: number, byDefault: number) =>
  z._default(z.int().check(z.minimum(least), z.maximum(most)), byDefault)

/** Contests open for `days` and are answered in `answerDays`; rules refund at most `autoCents`. */
const contestSettings = z.object({
  days: wholeNumber(1, 2000, 90),
  answerDays: wholeNumber(1, 90, 7),
  autoCents: wholeNumber(0, 1_000_000, 5000),
})
export type ContestSettings = z.output<typeof contestSettings>

export async function readContestSettings(db: Db): Promise<ContestSettings> {
  return z.parse(contestSettings, (await readSetting(db, contestKey))?.value ?? {})
}
