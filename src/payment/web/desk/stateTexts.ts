import type { PaymentState } from '../../paymentState.ts'
import type { Named } from '#staff/web/desk/named.ts'

export const paymentStates: Readonly<Record<PaymentState, Named>> = {
  created: { text: 'Em aberto', tone: 'soft' },
  authorising: { text: 'Na adquirente', tone: 'sign' },
  awaiting_cardholder: { text: 'No banco', tone: 'sign' },
  unknown: { text: 'Sem resposta', tone: 'warn' },
  authorised: { text: 'Pré-autorizada', tone: 'sign' },
  capturing: { text: 'Capturando', tone: 'sign' },
  captured: { text: 'Capturada', tone: 'go' },
  refunding: { text: 'Devolvendo', tone: 'warn' },
  partly_refunded: { text: 'Devolvida em parte', tone: 'go' },
  refunded: { text: 'Devolvida', tone: 'soft' },
  cancelled: { text: 'Cancelada', tone: 'soft' },
  expired: { text: 'Expirada', tone: 'soft' },
  voided: { text: 'Liberada', tone: 'soft' },
  review: { text: 'Em análise', tone: 'stop' },
}

export const attemptStates: Readonly<Record<string, Named>> = {
  in_flight: { text: 'Enviada', tone: 'sign' },
  challenged: { text: 'No banco', tone: 'sign' },
  unknown: { text: 'Sem resposta', tone: 'warn' },
  refused: { text: 'Recusada', tone: 'stop' },
  abandoned: { text: 'Abandonada', tone: 'soft' },
  held: { text: 'Pré-autorizada', tone: 'sign' },
  released: { text: 'Liberada', tone: 'soft' },
  captured: { text: 'Capturada', tone: 'go' },
  giving_back: { text: 'Devolvendo', tone: 'warn' },
  given_back: { text: 'Devolvida', tone: 'soft' },
}

export const refundStates: Readonly<Record<'asked' | 'confirmed' | 'refused', Named>> = {
  asked: { text: 'Em andamento', tone: 'warn' },
  confirmed: { text: 'Devolvido', tone: 'go' },
  refused: { text: 'Recusado', tone: 'stop' },
}
