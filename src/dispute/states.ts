import { keysOf } from '#kit/text/lookUp.ts'
import type { StatusLabel } from '#staff/statusLabel.ts'

type DisputeStateRow = StatusLabel & {
  readonly next: readonly string[]
}

/** docs/back-office.md#contestações; the clock alone moves `open` to `lost`. */
export const disputeStates = {
  open: { text: 'Aberta', tone: 'warn', next: ['sent', 'accepted'] },
  sent: { text: 'Defesa enviada', tone: 'sign', next: ['won', 'lost'] },
  accepted: { text: 'Aceita', tone: 'soft', next: [] },
  won: { text: 'Ganha', tone: 'go', next: [] },
  lost: { text: 'Perdida', tone: 'stop', next: [] },
} as const satisfies Readonly<Record<string, DisputeStateRow>>

export type DisputeState = keyof typeof disputeStates

export const disputeStateNames = keysOf(disputeStates)

export const settableStates = ['sent', 'accepted', 'won', 'lost'] as const
export type SettableState = (typeof settableStates)[number]

/** Whether staff may move a dispute from one state to the other. */
export function canMove(from: DisputeState, to: SettableState): boolean {
  return disputeStates[from].next.some((one) => one === to)
}

/** Whether no other state follows. */
export function isEnded(state: DisputeState): boolean {
  return disputeStates[state].next.length === 0
}

/** Opened by the cardholder, the card's bank, or the Pix banks' special return mechanism. */
export const disputeKinds = {
  chargeback: 'Contestação (chargeback)',
  fraud_alert: 'Aviso de fraude',
  med: 'Devolução especial do Pix (MED)',
} as const
export type DisputeKind = keyof typeof disputeKinds
export const disputeKindNames = keysOf(disputeKinds)
