import { happenedIn } from '#payment/states.ts'
import type { TrailTexts } from '#kit/trail.ts'
import { reserveStates } from './states.ts'

declare module '#kit/trail.ts' {
  interface AuditSubjects {
    reservation: typeof reservationTrail
  }
}

/** What the audit trail says of reservations: a change of state goes by the name of the new state. */
export const reservationTrail = {
  name: 'Reserva',
  actions: happenedIn(reserveStates),
} as const satisfies TrailTexts
