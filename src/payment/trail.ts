import { methods } from './method.ts'
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
    type: 'Forma de pagamento alterada',
    decided_ask: 'Adquirente consultada de novo',
    decided_captured: 'Decisão da equipe: cobrado',
    decided_not_captured: 'Decisão da equipe: não cobrado',
    attempt_again: 'Decisão da equipe: tentar de novo',
    attempt_accept: 'Decisão da equipe: aceitar como está',
    attempt_give_back: 'Decisão da equipe: devolver ou liberar',
  },
  // Rows of earlier releases have the wire's number.
  fields: { method: 'Forma de pagamento', payment_type: 'Forma de pagamento' },
  values: Object.fromEntries(Object.values(methods).map(({ name, text }) => [name, text])),
} as const satisfies TrailTexts
