import { historyTexts } from '#payment/stateTexts.ts'
import type { AuditTexts } from '#kit/auditTerms.ts'
import { reserveStateTexts } from './reservationState.ts'

declare module '#kit/auditTerms.ts' {
  interface AuditSubjects {
    reservation: typeof reservationTrail
  }
}

export const reservationTrail = {
  name: 'Reserva',
  actions: {
    ...historyTexts(reserveStateTexts),
    came_in_time: 'Entrou a tempo, avisado depois do fim da reserva: confira o valor retido',
  },
  fields: {
    entered_at: { name: 'Entrada', as: 'instant' },
  },
} as const satisfies AuditTexts
