import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'

export type SettingsDeps = { db: Db; clock: Clock }

/** The rows that the settings screen changes; whoever does locks them all. */
export const settingKeys = ['alert', 'page', 'payment', 'reserve', 'logo'] as const
