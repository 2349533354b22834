import { methodNames, methods } from './method/method.ts'
import { caseKinds } from './caseKinds.ts'
import { cases } from './cases.ts'
import { historyTexts, paymentStates } from './stateTexts.ts'
import type { AuditTexts } from '#kit/auditTerms.ts'

declare module '#kit/auditTerms.ts' {
  interface AuditSubjects {
    payment: typeof paymentTrail
  }
}

const methodTexts = Object.fromEntries(
  methodNames.map((name) => [String(methods[name].wire), methods[name].text]),
)

const caseTexts = Object.fromEntries(caseKinds.map((kind) => [kind, cases[kind].text]))

export const paymentTrail = {
  name: 'Transação',
  actions: {
    ...historyTexts(paymentStates),
    reopened: 'Tentativa sem sucesso: em aberto de novo',
    type: 'Forma de pagamento trocada',
    repriced: 'Valor atualizado',
    receipt_sent: 'Recibo enviado de novo',
    decided_ask: 'Adquirente consultada de novo',
    decided_captured: 'Decisão da equipe: cobrado',
    decided_not_captured: 'Decisão da equipe: não cobrado',
    decided_arrived: 'Decisão da equipe: a devolução chegou',
    decided_not_arrived: 'Decisão da equipe: a devolução não chegou',
    attempt_again: 'Decisão da equipe: tentar de novo',
    attempt_accept: 'Decisão da equipe: aceitar como está',
    attempt_give_back: 'Decisão da equipe: devolver ou liberar',
    case_closed: 'Caso encerrado pela equipe',
  },
  fields: {
    attempt: 'Tentativa',
    refused: {
      name: 'Código da recusa',
      words: {
        ledger: 'já devolvida fora do sistema',
        unseen: 'devolução anterior não aparece',
        unarrived: 'não chegou à adquirente',
      },
    },
    case: { name: 'Caso', words: caseTexts },
    payment_type: { name: 'Forma de pagamento', words: methodTexts },
  },
} as const satisfies AuditTexts
