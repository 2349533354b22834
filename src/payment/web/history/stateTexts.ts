import type { PaymentState } from '../../paymentState.ts'

type Tone = 'go' | 'sign' | 'warn'

/** What a payment's state is called in its owner's history. */
export const stateTexts: Readonly<Record<PaymentState, { text: string; tone: Tone }>> = {
  created: { text: 'Em aberto', tone: 'sign' },
  authorising: { text: 'Confirmando com o banco', tone: 'sign' },
  awaiting_cardholder: { text: 'Aguardando você no banco', tone: 'warn' },
  unknown: { text: 'Confirmando com o banco', tone: 'sign' },
  authorised: { text: 'Pré-autorizado', tone: 'sign' },
  capturing: { text: 'Confirmando com o banco', tone: 'sign' },
  captured: { text: 'Pago', tone: 'go' },
  refunding: { text: 'Estorno em andamento', tone: 'warn' },
  partly_refunded: { text: 'Pago, com estorno parcial', tone: 'go' },
  refunded: { text: 'Estornado', tone: 'warn' },
  cancelled: { text: 'Cancelado', tone: 'warn' },
  expired: { text: 'Expirado', tone: 'warn' },
  voided: { text: 'Cancelado', tone: 'warn' },
  review: { text: 'Em análise', tone: 'warn' },
}
