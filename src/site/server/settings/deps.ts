import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { Method } from '#payment/method/method.ts'

/** `offered`: methods of the configured acquirers. */
export type SettingsDeps = { db: Db; clock: Clock; offered: readonly Method[] }

/** Rows of the settings screen; each change locks all of them. */
export const settingKeys = ['alert', 'page', 'payment', 'reserve', 'logo'] as const
