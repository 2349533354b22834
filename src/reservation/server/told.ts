import * as z from 'zod/mini'
import { reserveState } from '../shown.ts'

export const driverMail = {
  name: 'reservation_mail',
  payload: z.object({ reservationId: z.number(), from: reserveState, to: reserveState }),
} as const
