import * as z from 'zod/mini'
import { setSubjectSchemas } from '#payment/contract.ts'

/** docs/reservation.md#states */
export const reserveState = z.enum([
  'held',
  'preauthorised',
  'entered',
  'surplus_due',
  'exit_confirmed',
  'exited',
  'cancelled',
  'no_show',
  'released',
])

export const amount = z.object({ value: z.number(), valueHuman: z.string() })

const reserve = z.object({
  state: reserveState,
  lot_id: z.number(),
  lot: z.string(),
  /** Where the lot's reserved spaces are; '' for nothing. */
  reserve_hint: z.string(),
  /** `retained` is kept on cancellation and no-show. */
  hold: amount,
  retained: amount,
  /** Null unless the reservation is `held`. */
  pay_until: z.nullable(z.string()),
  /** Latest arrival. */
  arrive_until: z.string(),
  entered_at: z.nullable(z.string()),
  /** Portuguese: why an ended hold does not cover the stay. */
  owed: z.optional(z.nullable(z.string())),
  /** Null until the exit is authorised. */
  exit_until: z.nullable(z.string()),
  can_cancel: z.boolean(),
  can_confirm: z.boolean(),
  has_qrcode: z.boolean(),
})
export type WireReserve = z.output<typeof reserve>

declare module '#payment/contract.ts' {
  interface SubjectFields {
    reserve?: WireReserve | null | undefined
  }
}

setSubjectSchemas({ reserve: z.optional(z.nullable(reserve)) })
