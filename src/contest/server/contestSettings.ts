import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { readSetting } from '#kit/server/settings.ts'

export const contestKey = 'contest'

const wholeNumber = (least: number, most: number, byDefault: number) =>
  z._default(z.int().check(z.minimum(least), z.maximum(most)), byDefault)

/** `days` after the payment; `answerDays` until the answer; `autoCents` at most by rule, 0 for never. */
const contestSettings = z.object({
  days: wholeNumber(1, 2000, 90),
  answerDays: wholeNumber(1, 90, 7),
  autoCents: wholeNumber(0, 1_000_000, 5000),
})
export type ContestSettings = z.output<typeof contestSettings>

export async function readContestSettings(db: Db): Promise<ContestSettings> {
  return z.parse(contestSettings, (await readSetting(db, contestKey))?.value ?? {})
}
