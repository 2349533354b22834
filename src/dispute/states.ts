import { namesIn } from '#kit/text/lookUp.ts'
import type { Named } from '#staff/named.ts'

type State = Named & {
  readonly next: readonly string[]
}

/** docs/back-office.md#contestações; the clock alone moves `open` to `lost`. */
export const disputeStates = {
  open: { text: 'Aberta', tone: 'warn', next: ['sent', 'accepted'] },
  sent: { text: 'Defesa enviada', tone: 'sign', next: ['won', 'lost'] },
  accepted: { text: 'Aceita', tone: 'soft', next: [] },
  won: { text: 'Ganha', tone: 'go', next: [] },
  lost: { text: 'Perdida', tone: 'stop', next: [] },
} as const satisfies Readonly<Record<string, State>>

export type DisputeState = keyof typeof disputeStates

export const disputeStateNames = namesIn(disputeStates)

export const movedStates = ['sent', 'accepted', 'won', 'lost'] as const
export type MovedState = (typeof movedStates)[number]

/** Whether staff may move a dispute from one state to the other. */
export function mayMove(from: DisputeState, to: MovedState): boolean {
  return disputeStates[from].next.some((one) => one === to)
}

/** Whether nothing follows: the money is gone or stays. */
export function isEnded(state: DisputeState): boolean {
  return disputeStates[state].next.length === 0
}

/** Opened by the cardholder, the card's bank, or the Pix banks' special return mechanism. */
export const disputeKinds = {
  chargeback: 'Contestação (chargeback)',
  fraud_alert: 'Alerta de fraude',
  med: 'Devolução especial do Pix (MED)',
} as const
export type DisputeKind = keyof typeof disputeKinds
export const disputeKindNames = namesIn(disputeKinds)
