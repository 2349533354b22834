import * as z from 'zod/mini'
import { reserveState } from '../shown.ts'

/** The job that mails the driver where a reservation stands: written with the change of state itself. */
export const driverMail = {
  name: 'reservation_mail',
  payload: z.object({ reservationId: z.number(), from: reserveState, to: reserveState }),
} as const
