import type { StatusLabel } from '#staff/statusLabel.ts'
import { lookUp } from '#kit/text/lookUp.ts'

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
  /** Final; the others are rechecked. */
  readonly isOver: boolean
  /** Whether an unknown outcome of the attempt makes the payment unknown. */
  readonly isAwaited: boolean
  readonly staff: StatusLabel
}

export const attemptStates = {
  authenticating: { isOver: false, isAwaited: false, staff: { text: 'Autenticando', tone: 'sign' } },
  in_flight: { isOver: false, isAwaited: true, staff: { text: 'Enviada', tone: 'sign' } },
  challenged: { isOver: false, isAwaited: true, staff: { text: 'Aguarda cliente', tone: 'sign' } },
  unknown: { isOver: false, isAwaited: true, staff: { text: 'Sem resposta', tone: 'warn' } },
  refused: { isOver: true, isAwaited: false, staff: { text: 'Recusada', tone: 'stop' } },
  unheard: { isOver: false, isAwaited: false, staff: { text: 'Não localizada', tone: 'soft' } },
  abandoned: { isOver: false, isAwaited: false, staff: { text: 'Abandonada', tone: 'soft' } },
  held: { isOver: true, isAwaited: false, staff: { text: 'Pré-autorizada', tone: 'sign' } },
  released: { isOver: true, isAwaited: false, staff: { text: 'Liberada', tone: 'soft' } },
  captured: { isOver: true, isAwaited: false, staff: { text: 'Cobrada', tone: 'go' } },
  giving_back: { isOver: true, isAwaited: false, staff: { text: 'Devolvendo', tone: 'warn' } },
  given_back: { isOver: true, isAwaited: false, staff: { text: 'Devolvida', tone: 'soft' } },
  kept: { isOver: true, isAwaited: false, staff: { text: 'Resolvida por outro meio', tone: 'soft' } },
} as const satisfies Record<AttemptState, AttemptRow>

/** An attempt state's name in the back office. */
export function attemptStateName(state: string): StatusLabel {
  const rows: Readonly<Record<string, AttemptRow | undefined>> = attemptStates
  return lookUp(rows, state)?.staff ?? { text: state, tone: 'soft' }
}

export const attemptDecisions = ['again', 'accept', 'give_back'] as const

export type AttemptDecision = (typeof attemptDecisions)[number]

/** `decisionsForAttempt` restricts holds, captures and settled codes further. */
export const attemptAllows = {
  again: ['in_flight', 'challenged', 'unknown', 'unheard', 'abandoned', 'held', 'giving_back'],
  accept: ['captured', 'giving_back', 'kept'],
  give_back: ['captured', 'held'],
} as const satisfies Readonly<Record<AttemptDecision, readonly AttemptState[]>>

/** The decisions allowed now. */
export function decisionsForAttempt(
  state: AttemptState,
  of: { isEnding: boolean; isKeptInDoubt: boolean; isKeptAgain: boolean },
): AttemptDecision[] {
  if ((state === 'held' && !of.isEnding) || (state === 'captured' && !of.isKeptInDoubt)) return []
  if (state === 'kept' && !of.isKeptAgain) return []
  return attemptDecisions.filter((decision) => attemptAllows[decision].some((one) => one === state))
}
