import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { Method } from '#payment/method.ts'

/** `offered`: the ways to pay that the configured acquirers can do. */
export type SettingsDeps = { db: Db; clock: Clock; offered: readonly Method[] }

/** The rows that the settings screen changes; whoever does locks them all. */
export const settingKeys = ['alert', 'page', 'payment', 'reserve', 'logo'] as const
