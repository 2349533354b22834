import * as z from 'zod/mini'
import { whole } from '#staff/registerFields.ts'

/** 0 turns a kind off where that is allowed. */
export const alertLimits = z.object({
  device_silent_minutes: whole(0, 1440),
  case_old_minutes: whole(1, 10_080),
  lot_full_percent: whole(50, 100),
  refusals_percent: whole(1, 100),
})
export type AlertLimits = z.output<typeof alertLimits>

export const defaultLimits: AlertLimits = {
  device_silent_minutes: 15,
  case_old_minutes: 60,
  lot_full_percent: 100,
  refusals_percent: 50,
}
