import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'

export type SettingsDeps = { db: Db; clock: Clock }
