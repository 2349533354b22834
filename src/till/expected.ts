import type { MovementKind, TakeMethod } from './states.ts'

/** Centavos; an undoing is below zero. */
export type TakenCents = { readonly method: TakeMethod; readonly cents: number }
export type MovedCents = { readonly kind: MovementKind; readonly cents: number }

type TillCash = {
  readonly floatCents: number
  readonly takes: readonly TakenCents[]
  readonly movements: readonly MovedCents[]
}

const signs = { withdrawal: -1, deposit: 1 } as const satisfies Readonly<Record<MovementKind, number>>

/** The cash that should lie in a till, in centavos. */
export function expectedCents({ floatCents, takes, movements }: TillCash): number {
  const taken = takes.map(({ method, cents }) => (method === 'cash' ? cents : 0))
  const moved = movements.map(({ kind, cents }) => signs[kind] * cents)
  return [...taken, ...moved].reduce((sum, cents) => sum + cents, floatCents)
}

/** Whether somebody has to say why; a difference at the limit needs no reason. */
export function isReasonNeeded(differenceCents: number, limitCents: number): boolean {
  return Math.abs(differenceCents) > limitCents
}

/** 'Falta de R$ 0,50', 'Sobra de R$ 1,00', 'Sem diferença'; in reais. */
export function differenceText({ value, valueHuman }: { value: number; valueHuman: string }): string {
  if (value === 0) return 'Sem diferença'
  return `${value < 0 ? 'Falta' : 'Sobra'} de R$ ${valueHuman.replace('-', '')}`
}
