import { readContestSettings, writeContestSettings } from '#contest/server/contestSettings.ts'
import type { Db } from '#db/schema.ts'
import { toReais } from '#kit/money.ts'
import type { SettingsEntry, WireSettings } from '../../settingsContract.ts'

type Contesting = Pick<WireSettings, 'contestDays' | 'contestAnswerDays' | 'contestAuto'>

export async function readContesting(db: Db): Promise<Contesting> {
  const { days, answerDays, autoCents } = await readContestSettings(db)
  return { contestDays: days, contestAnswerDays: answerDays, contestAuto: toReais(autoCents) }
}

/** Absent fields stay unchanged. The settings must be locked. */
export async function writeContesting(db: Db, entry: SettingsEntry, now: Date): Promise<void> {
  const was = await readContestSettings(db)
  const { contestDays: days, contestAnswerDays: answerDays, contestAuto } = entry
  const autoCents = contestAuto === undefined ? was.autoCents : Math.round(contestAuto * 100)
  const value = { days: days ?? was.days, answerDays: answerDays ?? was.answerDays, autoCents }
  await writeContestSettings(db, value, now)
}
