import type { StatusLabel } from '#staff/statusLabel.ts'
import type { PaymentState } from './paymentState.ts'

type PaymentRow = {
  readonly endedBy: 'driver' | 'cardholder' | 'payer' | 'acquirer' | 'job' | 'staff' | null
  readonly driver: StatusLabel<'go' | 'sign' | 'warn'>
  readonly staff: StatusLabel
  readonly happened: string
}

export const paymentStates = {
  created: {
    endedBy: 'driver',
    driver: { text: 'Em aberto', tone: 'sign' },
    staff: { text: 'Em aberto', tone: 'soft' },
    happened: 'Transação aberta',
  },
  authorising: {
    endedBy: 'acquirer',
    driver: { text: 'Confirmando com o banco', tone: 'sign' },
    staff: { text: 'Enviada', tone: 'sign' },
    happened: 'Enviada à adquirente',
  },
  awaiting_cardholder: {
    endedBy: 'cardholder',
    driver: { text: 'Aguardando você no banco', tone: 'warn' },
    staff: { text: 'Aguarda cliente', tone: 'sign' },
    happened: 'À espera do cliente, no banco dele',
  },
  awaiting_payment: {
    endedBy: 'payer',
    driver: { text: 'Aguardando o seu Pix', tone: 'warn' },
    staff: { text: 'Pix em aberto', tone: 'sign' },
    happened: 'Código Pix mostrado',
  },
  unknown: {
    endedBy: 'acquirer',
    driver: { text: 'Confirmando com o banco', tone: 'sign' },
    staff: { text: 'Sem resposta', tone: 'warn' },
    happened: 'Sem resposta clara da adquirente',
  },
  authorised: {
    endedBy: 'driver',
    driver: { text: 'Pré-autorizado', tone: 'sign' },
    staff: { text: 'Pré-autorizada', tone: 'sign' },
    happened: 'Pré-autorizada',
  },
  capturing: {
    endedBy: 'acquirer',
    driver: { text: 'Confirmando com o banco', tone: 'sign' },
    staff: { text: 'Cobrando', tone: 'sign' },
    happened: 'Cobrança pedida',
  },
  captured: {
    endedBy: null,
    driver: { text: 'Pago', tone: 'go' },
    staff: { text: 'Paga', tone: 'go' },
    happened: 'Paga',
  },
  refunding: {
    endedBy: 'job',
    driver: { text: 'Estorno em andamento', tone: 'warn' },
    staff: { text: 'Devolvendo', tone: 'warn' },
    happened: 'Devolução pedida',
  },
  partly_refunded: {
    endedBy: null,
    driver: { text: 'Pago, com estorno parcial', tone: 'go' },
    staff: { text: 'Devolvida em parte', tone: 'go' },
    happened: 'Devolvida em parte',
  },
  refunded: {
    endedBy: null,
    driver: { text: 'Estornado', tone: 'warn' },
    staff: { text: 'Devolvida', tone: 'soft' },
    happened: 'Devolvida',
  },
  cancelled: {
    endedBy: null,
    driver: { text: 'Cancelado', tone: 'warn' },
    staff: { text: 'Cancelada', tone: 'soft' },
    happened: 'Cancelada',
  },
  expired: {
    endedBy: null,
    driver: { text: 'Expirado', tone: 'warn' },
    staff: { text: 'Expirada', tone: 'soft' },
    happened: 'Expirada',
  },
  voided: {
    endedBy: null,
    driver: { text: 'Cancelado', tone: 'warn' },
    staff: { text: 'Liberada', tone: 'soft' },
    happened: 'Pré-autorização liberada',
  },
  review: {
    endedBy: 'staff',
    driver: { text: 'Em análise', tone: 'warn' },
    staff: { text: 'Em análise', tone: 'stop' },
    happened: 'Em análise',
  },
} as const satisfies Record<PaymentState, PaymentRow>

export const refundDecisions = ['arrived', 'not_arrived'] as const
export type RefundDecision = (typeof refundDecisions)[number]

export type RefundState = 'asked' | 'confirmed' | 'refused'

const refundStates = {
  asked: { staff: { text: 'Em andamento', tone: 'warn' } },
  confirmed: { staff: { text: 'Devolvido', tone: 'go' } },
  refused: { staff: { text: 'Recusado', tone: 'stop' } },
} as const satisfies Record<RefundState, { readonly staff: StatusLabel }>

/** A refund's name in the back office. */
export function refundStateName({ state, in_doubt }: { state: RefundState; in_doubt: boolean }): StatusLabel {
  return in_doubt ? { text: 'Sem confirmação', tone: 'warn' } : refundStates[state].staff
}

/** The names in the back office, as choices of a filter. */
export function backOfficeNames<State extends string>(
  rows: Readonly<Record<State, { readonly staff: StatusLabel }>>,
): Readonly<Record<string, StatusLabel>> {
  return Object.fromEntries(
    Object.entries<{ staff: StatusLabel }>(rows).map(([state, { staff }]) => [state, staff]),
  )
}

/** The back office’s history text of each state. */
export function historyTexts<State extends string>(
  rows: Readonly<Record<State, { readonly happened: string }>>,
): Readonly<Record<State, string>>
/** The compiler does not infer the new object's keys. */
export function historyTexts(rows: Readonly<Record<string, { readonly happened: string }>>) {
  return Object.fromEntries(Object.entries(rows).map(([state, { happened }]) => [state, happened]))
}
