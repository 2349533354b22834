import { isPaid, type PaymentState } from '#payment/paymentState.ts'

export const surplusReasons = {
  above: 'O valor passou do que foi pré-autorizado.',
  late: 'O prazo para sair passou.',
  lapsed: 'A pré-autorização perdeu a validade e nada foi cobrado dela.',
  free: 'Não havia nada a pagar quando a pré-autorização foi liberada.',
  returned: 'O valor cobrado foi devolvido ao cartão.',
} as const

/** Portuguese; null before the hold's end. */
export function surplusReason(hold: {
  state: PaymentState
  requestedCents: number | null
  holdCents: number
}): string | null {
  const { state, requestedCents, holdCents } = hold
  if (state === 'voided') return requestedCents === 0 ? surplusReasons.free : surplusReasons.lapsed
  if (state === 'refunding' || state === 'refunded') return surplusReasons.returned
  if (!isPaid(state) || requestedCents === null) return null
  return requestedCents < holdCents ? surplusReasons.late : surplusReasons.above
}
