import type { TrailTexts } from '#kit/trail.ts'

declare module '#kit/trail.ts' {
  interface AuditSubjects {
    reservation: true
  }
}

/** What the audit trail says of reservations: a change of state goes by the name of the new state. */
export const reservationTrail = {
  name: 'Reserva',
  actions: {
    held: 'Vaga separada',
    preauthorised: 'Vaga garantida',
    entered: 'Entrada registrada',
    surplus_due: 'Diferença a pagar',
    exit_confirmed: 'Saída autorizada',
    exited: 'Saída registrada',
    cancelled: 'Reserva cancelada',
    no_show: 'Não compareceu',
    released: 'Vaga liberada',
  },
} as const satisfies TrailTexts
