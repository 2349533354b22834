import { feesKey } from '#closing/server/readFees.ts'
import { contestKey } from '#contest/server/contestSettings.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { Method } from '#payment/method/method.ts'

/** `isNamed`: unset fields show the demo's operator. */
export type SettingsDeps = { db: Db; clock: Clock; offered: readonly Method[]; isNamed: boolean }

/** Each change locks all of these rows. */
export const settingKeys = ['alert', contestKey, feesKey, 'page', 'payment', 'reserve', 'logo'] as const
