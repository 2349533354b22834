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
    receipt_sent: 'Recibo enviado de novo',
    decided_ask: 'Adquirente consultada de novo',
    decided_captured: 'Decisão da equipe: cobrado',
    decided_not_captured: 'Decisão da equipe: não cobrado',
    attempt_again: 'Decisão da equipe: tentar de novo',
    attempt_accept: 'Decisão da equipe: aceitar como está',
    attempt_give_back: 'Decisão da equipe: devolver ou liberar',
  },
} as const satisfies TrailTexts
