import { happenedIn } from '#payment/states.ts'
import type { TrailTexts } from '#kit/auditTerms.ts'
import { reserveStates } from './reservationState.ts'

declare module '#kit/auditTerms.ts' {
  interface AuditSubjects {
    reservation: typeof reservationTrail
  }
}

export const reservationTrail = {
  name: 'Reserva',
  actions: {
    ...happenedIn(reserveStates),
    came_in_time: 'Entrou a tempo, avisado depois do fim da reserva: confira o valor retido',
  },
  fields: {
    entered_at: { name: 'Entrada', as: 'instant' },
  },
} as const satisfies TrailTexts
