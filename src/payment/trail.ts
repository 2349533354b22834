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
    created: 'Transação aberta',
    reopened: 'Tentativa sem sucesso: em aberto de novo',
    repriced: 'Valor atualizado',
    authorising: 'Enviada à adquirente',
    awaiting_cardholder: 'À espera do portador no banco',
    unknown: 'Sem resposta clara da adquirente',
    authorised: 'Pré-autorizada',
    capturing: 'Captura pedida',
    captured: 'Capturada',
    refunding: 'Devolução pedida',
    partly_refunded: 'Devolvida em parte',
    refunded: 'Devolvida',
    cancelled: 'Cancelada',
    expired: 'Expirada',
    voided: 'Pré-autorização liberada',
    review: 'Em análise',
    decided_ask: 'Adquirente consultada de novo',
    decided_captured: 'Decisão da equipe: cobrado',
    decided_not_captured: 'Decisão da equipe: não cobrado',
  },
} as const satisfies TrailTexts
