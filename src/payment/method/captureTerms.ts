import { type Method, methodNames, methods } from './method.ts'

export type Take = 'capture' | 'hold'

export type Terms = {
  readonly take: Take
  readonly destination: number
  /** In the desk's lists, instead of the method. */
  readonly backOfficeText: string | null
  readonly methods: readonly Method[]
}

export const terms = {
  capture: { take: 'capture', destination: 1, backOfficeText: null, methods: methodNames },
  hold: {
    take: 'hold',
    destination: 2,
    backOfficeText: 'Reserva',
    methods: methodNames.filter((name) => methods[name].mayBeHeld),
  },
} as const satisfies Record<Take, Terms>

/** Whether an open method can hold money. */
export function canReserve(open: readonly Method[]): boolean {
  return terms.hold.methods.some((name) => open.includes(name))
}

/** A reservation can use a disabled method (docs/spec.md#r40). */
export function isOffered(
  method: Method,
  open: readonly Method[],
  payment: { readonly destination: number },
): boolean {
  return termsOf(payment).take === 'hold' || open.includes(method)
}

/** The terms of a `destination`. */
export function termsOf({ destination }: { readonly destination: number }): Terms {
  return destination === terms.hold.destination ? terms.hold : terms.capture
}
