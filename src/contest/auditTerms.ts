import type { AuditTexts } from '#kit/auditTerms.ts'
import { ruleTexts } from './rules.ts'

declare module '#kit/auditTerms.ts' {
  interface AuditSubjects {
    contest: typeof contestTrail
  }
}

export const contestTrail = {
  name: 'Reclamação',
  actions: {
    open: 'Reclamação recebida',
    reopened: 'Reclamação reaberta pelo cliente',
    accepted: 'Reclamação aceita',
    declined: 'Reclamação recusada',
    done: 'Reclamação encerrada',
    withdrawn: 'Reclamação retirada',
    refund_refused: 'Devolução recusada pela adquirente',
  },
  fields: {
    rule: { name: 'Regra', words: ruleTexts },
    rows: 'Registros',
    extra_paid_cents: 'Pago à parte',
  },
} as const satisfies AuditTexts
