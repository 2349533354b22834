import { isoIn } from '#kit/clock.ts'
import { isPaid } from '#payment/paymentState.ts'
import type { Payment } from '#payment/server/store.ts'
import { toBilledFields } from '#payment/server/view.ts'
import type { WireHistoryItem } from '../contract.ts'

type ListedPayment = Payment & { card_brand: string | null; card_last_digits: string | null }

export function wireHistoryItem(payment: ListedPayment): WireHistoryItem {
  const iso = (at: Date | null) => (at === null ? null : isoIn(payment.time_zone, at))
  return {
    ...toBilledFields(payment),
    paid_at: iso(payment.paid_at),
    ticket_dt_exit: iso(payment.exit_deadline_at),
    card_brand: payment.card_brand,
    card_last_digits: payment.card_last_digits,
    has_receipt: isPaid(payment.state) && payment.paid_at !== null,
    time_zone: payment.time_zone,
    created_at: isoIn(payment.time_zone, payment.created_at),
  }
}
