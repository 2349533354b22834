import type { WayForward } from '#checkout/wayForward.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { methodRow, methods } from '../../method/method.ts'
import type { inFlightStates, paidStates, PaymentState } from '../../paymentState.ts'

type Ending = {
  readonly title: string
  readonly text: string
  readonly again: boolean
  readonly tellsReason: boolean
  readonly way: WayForward
}

type Ended = Exclude<
  PaymentState,
  'created' | 'authorised' | (typeof inFlightStates)[number] | (typeof paidStates)[number]
>

const cancelled = {
  title: 'Este pagamento foi cancelado',
  text: 'Nada foi cobrado. Consulte o ticket se ainda quiser pagar.',
  again: true,
  tellsReason: false,
  way: 'retry',
} as const
const closed = {
  cancelled,
  voided: cancelled,
  expired: {
    title: 'Este pagamento expirou',
    text: 'Ele ficou aberto por tempo demais e nada foi cobrado. Consulte o ticket de novo.',
    again: true,
    tellsReason: false,
    way: 'retry',
  },
  refunding: {
    title: 'O valor está sendo devolvido',
    text: methods.credit.given.requested,
    again: true,
    tellsReason: true,
    way: 'retry',
  },
  refunded: {
    title: methods.credit.given.title,
    text: methods.credit.given.text,
    again: true,
    tellsReason: true,
    way: 'retry',
  },
  review: {
    title: 'Pagamento em análise',
    text: 'Não pague de novo. Nossa equipe está conferindo com o banco. Para falar sobre ele, informe o protocolo.',
    again: false,
    tellsReason: false,
    way: 'staff',
  },
} as const satisfies Readonly<Record<Ended, Ending>>

const rows: Readonly<Record<string, Ending>> = closed

export function closedRow(state: PaymentState, paymentType: number): Ending {
  const { requested, title, text } = methodRow(paymentType).given
  if (state === 'refunding') return { ...closed.refunding, text: requested }
  if (state === 'refunded') return { ...closed.refunded, title, text }
  return lookUp(rows, state) ?? closed.review
}
