import type { Named } from '#staff/named.ts'
import type { PaymentState } from './paymentState.ts'
import { lookUp } from '#kit/text/lookUp.ts'

type PaymentRow = {
  /** Who ends it, besides whoever may: null where nothing comes of it by itself. */
  readonly endedBy: 'driver' | 'cardholder' | 'payer' | 'acquirer' | 'job' | 'staff' | null
  /** In its owner's history. */
  readonly driver: Named<'go' | 'sign' | 'warn'>
  /** In the lists and filters of the desk. */
  readonly desk: Named
  /** In the desk's history of the payment: what happened when it got there. */
  readonly happened: string
}

/** What each state of a payment is to whoever looks at it; what it allows is in `paymentState.ts`. */
export const paymentStates = {
  created: {
    endedBy: 'driver',
    driver: { text: 'Em aberto', tone: 'sign' },
    desk: { text: 'Em aberto', tone: 'soft' },
    happened: 'Transação aberta',
  },
  authorising: {
    endedBy: 'acquirer',
    driver: { text: 'Confirmando com o banco', tone: 'sign' },
    desk: { text: 'Enviada', tone: 'sign' },
    happened: 'Enviada à adquirente',
  },
  awaiting_cardholder: {
    endedBy: 'cardholder',
    driver: { text: 'Aguardando você no banco', tone: 'warn' },
    desk: { text: 'Aguarda cliente', tone: 'sign' },
    happened: 'À espera do cliente, no banco dele',
  },
  awaiting_payment: {
    endedBy: 'payer',
    driver: { text: 'Aguardando o seu Pix', tone: 'warn' },
    desk: { text: 'Pix em aberto', tone: 'sign' },
    happened: 'Código Pix mostrado',
  },
  unknown: {
    endedBy: 'acquirer',
    driver: { text: 'Confirmando com o banco', tone: 'sign' },
    desk: { text: 'Sem resposta', tone: 'warn' },
    happened: 'Sem resposta clara da adquirente',
  },
  authorised: {
    endedBy: 'driver',
    driver: { text: 'Pré-autorizado', tone: 'sign' },
    desk: { text: 'Pré-autorizada', tone: 'sign' },
    happened: 'Pré-autorizada',
  },
  capturing: {
    endedBy: 'acquirer',
    driver: { text: 'Confirmando com o banco', tone: 'sign' },
    desk: { text: 'Cobrando', tone: 'sign' },
    happened: 'Cobrança pedida',
  },
  captured: {
    endedBy: null,
    driver: { text: 'Pago', tone: 'go' },
    desk: { text: 'Paga', tone: 'go' },
    happened: 'Paga',
  },
  refunding: {
    endedBy: 'job',
    driver: { text: 'Estorno em andamento', tone: 'warn' },
    desk: { text: 'Devolvendo', tone: 'warn' },
    happened: 'Devolução pedida',
  },
  partly_refunded: {
    endedBy: null,
    driver: { text: 'Pago, com estorno parcial', tone: 'go' },
    desk: { text: 'Devolvida em parte', tone: 'go' },
    happened: 'Devolvida em parte',
  },
  refunded: {
    endedBy: null,
    driver: { text: 'Estornado', tone: 'warn' },
    desk: { text: 'Devolvida', tone: 'soft' },
    happened: 'Devolvida',
  },
  cancelled: {
    endedBy: null,
    driver: { text: 'Cancelado', tone: 'warn' },
    desk: { text: 'Cancelada', tone: 'soft' },
    happened: 'Cancelada',
  },
  expired: {
    endedBy: null,
    driver: { text: 'Expirado', tone: 'warn' },
    desk: { text: 'Expirada', tone: 'soft' },
    happened: 'Expirada',
  },
  voided: {
    endedBy: null,
    driver: { text: 'Cancelado', tone: 'warn' },
    desk: { text: 'Liberada', tone: 'soft' },
    happened: 'Pré-autorização liberada',
  },
  review: {
    endedBy: 'staff',
    driver: { text: 'Em análise', tone: 'warn' },
    desk: { text: 'Em análise', tone: 'stop' },
    happened: 'Em análise',
  },
} as const satisfies Record<PaymentState, PaymentRow>

export type AttemptState =
  | 'authenticating'
  | 'in_flight'
  | 'challenged'
  | 'unknown'
  | 'refused'
  | 'unheard'
  | 'abandoned'
  | 'held'
  | 'released'
  | 'captured'
  | 'giving_back'
  | 'given_back'
  | 'kept'

type AttemptRow = {
  /** Nothing more comes of it by itself; the others may still take money, so somebody keeps asking. */
  readonly isOver: boolean
  /** The payment waits for it: what the acquirer does not know leaves the payment in doubt. */
  readonly isAwaited: boolean
  readonly desk: Named
}

/** What each state of an attempt means, and is called at the desk. */
export const attemptStates = {
  authenticating: { isOver: false, isAwaited: false, desk: { text: 'Autenticando', tone: 'sign' } },
  in_flight: { isOver: false, isAwaited: true, desk: { text: 'Enviada', tone: 'sign' } },
  challenged: { isOver: false, isAwaited: true, desk: { text: 'Aguarda cliente', tone: 'sign' } },
  unknown: { isOver: false, isAwaited: true, desk: { text: 'Sem resposta', tone: 'warn' } },
  refused: { isOver: true, isAwaited: false, desk: { text: 'Recusada', tone: 'stop' } },
  unheard: { isOver: false, isAwaited: false, desk: { text: 'Não localizada', tone: 'soft' } },
  abandoned: { isOver: false, isAwaited: false, desk: { text: 'Abandonada', tone: 'soft' } },
  held: { isOver: true, isAwaited: false, desk: { text: 'Pré-autorizada', tone: 'sign' } },
  released: { isOver: true, isAwaited: false, desk: { text: 'Liberada', tone: 'soft' } },
  captured: { isOver: true, isAwaited: false, desk: { text: 'Cobrada', tone: 'go' } },
  giving_back: { isOver: true, isAwaited: false, desk: { text: 'Devolvendo', tone: 'warn' } },
  given_back: { isOver: true, isAwaited: false, desk: { text: 'Devolvida', tone: 'soft' } },
  kept: { isOver: true, isAwaited: false, desk: { text: 'Resolvida por outro meio', tone: 'soft' } },
} as const satisfies Record<AttemptState, AttemptRow>

/** What staff may decide about one attempt. */
export const attemptDecisions = ['again', 'accept', 'give_back'] as const
export type AttemptDecision = (typeof attemptDecisions)[number]

/**
 * In which states: of a hold only once it was to end, of a capture only while it is in doubt whether it stays, of a
 * code that staff settled only where it was paid once more. What the acquirer
 * has settled is settled.
 */
export const attemptAllows = {
  again: ['in_flight', 'challenged', 'unknown', 'unheard', 'abandoned', 'held', 'giving_back'],
  accept: ['captured', 'giving_back', 'kept'],
  give_back: ['captured', 'held'],
} as const satisfies Readonly<Record<AttemptDecision, readonly AttemptState[]>>

/** What may be decided about an attempt now. */
export function decisionsOn(
  state: AttemptState,
  of: { isEnding: boolean; isKeptInDoubt: boolean; isKeptAgain: boolean },
): AttemptDecision[] {
  if ((state === 'held' && !of.isEnding) || (state === 'captured' && !of.isKeptInDoubt)) return []
  if (state === 'kept' && !of.isKeptAgain) return []
  return attemptDecisions.filter((decision) => {
    const states: readonly AttemptState[] = attemptAllows[decision]
    return states.includes(state)
  })
}

/** What staff say of a refund that was asked for and of which the acquirer tells nothing. */
export const refundDecisions = ['arrived', 'not_arrived'] as const
export type RefundDecision = (typeof refundDecisions)[number]

export type RefundState = 'asked' | 'confirmed' | 'refused'

/** What each state of a refund is called at the desk. */
export const refundStates = {
  asked: { desk: { text: 'Em andamento', tone: 'warn' } },
  confirmed: { desk: { text: 'Devolvido', tone: 'go' } },
  refused: { desk: { text: 'Recusado', tone: 'stop' } },
} as const satisfies Record<RefundState, { readonly desk: Named }>

/** How the desk calls a refund as it stands; of one that was left to staff nobody knows whether it is on its way. */
export function refundNamed({ state, in_doubt }: { state: RefundState; in_doubt: boolean }): Named {
  return in_doubt ? { text: 'Sem confirmação', tone: 'warn' } : refundStates[state].desk
}

/** How the desk calls an attempt's state; the bare name of one that is not known here. */
export function attemptNamed(state: string): Named {
  const rows: Readonly<Record<string, AttemptRow | undefined>> = attemptStates
  return lookUp(rows, state)?.desk ?? { text: state, tone: 'soft' }
}

/** The desk's names alone, as the choices of a filter want them. */
export function deskNames<State extends string>(
  rows: Readonly<Record<State, { readonly desk: Named }>>,
): Readonly<Record<string, Named>> {
  return Object.fromEntries(Object.entries<{ desk: Named }>(rows).map(([state, { desk }]) => [state, desk]))
}

/** What the desk's history says of each state that something came to. */
export function happenedIn<State extends string>(
  rows: Readonly<Record<State, { readonly happened: string }>>,
): Readonly<Record<State, string>>
/** The same: a new object has the keys of the old, which the compiler does not see by itself. */
export function happenedIn(
  rows: Readonly<Record<string, { readonly happened: string }>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(rows).map(([state, { happened }]) => [state, happened]))
}
