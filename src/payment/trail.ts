import { happenedIn, paymentStates } from './states.ts'
import type { TrailTexts } from '#kit/trail.ts'

declare module '#kit/trail.ts' {
  interface AuditSubjects {
    payment: true
  }
}

/** What the audit trail says of payments: a change of state goes by the name of the new state. */
export const paymentTrail = {
  name: 'Transação',
  actions: {
    ...happenedIn(paymentStates),
    reopened: 'Tentativa sem sucesso: em aberto de novo',
    repriced: 'Valor atualizado',
    decided_ask: 'Adquirente consultada de novo',
    decided_captured: 'Decisão da equipe: cobrado',
    decided_not_captured: 'Decisão da equipe: não cobrado',
  },
} as const satisfies TrailTexts
