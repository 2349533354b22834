import { keysOf } from '#kit/text/lookUp.ts'
import type { StatusLabel } from '#staff/statusLabel.ts'

/** Of the list and its filter; docs/back-office.md#caixa. */
export const tillStates = {
  open: { text: 'Aberto', tone: 'go' },
  /** Closed with a difference above the lot's limit, without a reason. */
  unexplained: { text: 'Falta o motivo', tone: 'warn' },
  closed: { text: 'Fechado', tone: 'soft' },
} as const satisfies Readonly<Record<string, StatusLabel>>
export type TillState = keyof typeof tillStates
export const tillStateNames = keysOf(tillStates)

/** `sumText` stands wherever sums of a day are shown. */
export const takeMethods = {
  cash: { text: 'Dinheiro', sumText: 'Balcão, dinheiro' },
  card_machine: { text: 'Maquininha', sumText: 'Balcão, maquininha' },
} as const
export type TakeMethod = keyof typeof takeMethods
export const takeMethodNames = keysOf(takeMethods)

export const movementKinds = {
  withdrawal: { text: 'Sangria' },
  deposit: { text: 'Suprimento' },
} as const
export type MovementKind = keyof typeof movementKinds
export const movementKindNames = keysOf(movementKinds)

/** 'Caixa nº 12' */
export function tillName(number: number): string {
  return `Caixa nº ${number}`
}

/** '1-2026-000123': lot, year of the take's day, number. */
export function formatReceipt(receipt: { lot_id: number; receipt_year: number; receipt_number: number }) {
  return `${receipt.lot_id}-${receipt.receipt_year}-${String(receipt.receipt_number).padStart(6, '0')}`
}
