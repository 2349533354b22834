import { isoIn } from '#kit/clock.ts'
import { isPaid } from '#payment/paymentState.ts'
import { type Payment, exitDeadlineOf } from '#payment/server/store.ts'
import { wireBilled } from '#payment/server/view.ts'
import { wireMoney } from '#kit/money.ts'
import { methodRow } from '#payment/method/method.ts'
import type { WireHistoryItem } from '../contract.ts'
import type { Issuer } from '../proofPage.ts'
import type { CheckedReceipt } from './proof/checkReceipt.ts'

type HistoryEntry = { payment: Payment; brand: string | null; lastDigits: string | null }

export function wireHistoryItem({ payment, ...of }: HistoryEntry): WireHistoryItem {
  const iso = (at: Date | null) => (at === null ? null : isoIn(payment.time_zone, at))
  return {
    ...wireBilled(payment),
    paid_at: iso(payment.paid_at),
    ticket_dt_exit: iso(exitDeadlineOf(payment)),
    card_brand: of.brand,
    card_last_digits: of.lastDigits,
    has_receipt: isPaid(payment.state) && payment.paid_at !== null,
    time_zone: payment.time_zone,
    created_at: isoIn(payment.time_zone, payment.created_at),
  }
}

export function wireChecked(found: CheckedReceipt | null, by: Issuer, now: Date) {
  if (found === null) return { valid: false }
  const { proof, timeZone: time_zone, state, lot } = found
  const iso = (at: Date) => isoIn(time_zone, at)
  return {
    valid: true,
    known: found.isKnown,
    state,
    refunded: wireMoney(found.refundedCents),
    server_now: iso(now),
    receipt: {
      protocol: proof.protocol,
      ticket_code: proof.ticketCode,
      lot_id: proof.lotId,
      lot,
      ...wireMoney(proof.amountCents),
      payment_type: proof.paymentType,
      payment_type_desc: methodRow(proof.paymentType).text,
      paid_at: iso(proof.paidAt),
      exit_until: proof.exitUntil && iso(proof.exitUntil),
      time_zone,
      operator: by.name,
      cnpj: by.cnpj,
    },
  }
}
