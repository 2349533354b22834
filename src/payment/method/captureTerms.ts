import { type Method, methodNames, methods } from './method.ts'

export type CaptureMode = 'capture' | 'hold'

export type CaptureTerms = {
  readonly captureMode: CaptureMode
  readonly destination: number
  /** In lists of the back office, instead of the method's. */
  readonly backOfficeText: string | null
  readonly methods: readonly Method[]
}

export const captureTerms = {
  capture: { captureMode: 'capture', destination: 1, backOfficeText: null, methods: methodNames },
  hold: {
    captureMode: 'hold',
    destination: 2,
    backOfficeText: 'Reserva',
    methods: methodNames.filter((name) => methods[name].mayBeHeld),
  },
} as const satisfies Record<CaptureMode, CaptureTerms>

/** Whether one of the open methods can hold money. */
export function canReserve(open: readonly Method[]): boolean {
  return captureTerms.hold.methods.some((name) => open.includes(name))
}

/** A reservation can use a disabled method (docs/spec.md#r40). */
export function isOffered(method: Method, open: readonly Method[], payment: { destination: number }) {
  return captureTermsOf(payment).captureMode === 'hold' || open.includes(method)
}

/** The terms of a `destination`. */
export function captureTermsOf({ destination }: { readonly destination: number }): CaptureTerms {
  return destination === captureTerms.hold.destination ? captureTerms.hold : captureTerms.capture
}
