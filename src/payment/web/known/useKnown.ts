import { readCustomer } from '#checkout/web/customer.ts'
import { sha256 } from '#kit/text/sha256.ts'
import { ageOf, paymentDisplay, type PaymentDisplay } from '../../known/paymentDisplay.ts'
import { useReceipts, type Receipt } from './receipts.ts'
import { useSent, type Sent } from './sent.ts'

export type KnownPayment =
  | { display: Extract<PaymentDisplay, 'answer'> }
  | { display: Extract<PaymentDisplay, 'received'>; receipt: Receipt }
  | { display: Extract<PaymentDisplay, 'confirming'>; sent: Sent }

type Of = {
  code?: string | undefined
  token?: string | undefined
  answeredAt?: string | null
}

/** What this device may show of a ticket's or payment's money (docs/spec.md#r27). */
export function useKnown({ code, token, answeredAt = null }: Of): KnownPayment {
  const receipts = useReceipts()
  const unanswered = useSent()
  const id = token === undefined ? null : sha256(token)
  const receipt = receipts.find((one) => one.ticketCode === code || one.id === id)
  const sent = unanswered.find((one) => one.ticketCode === code || one.id === id)
  const display = paymentDisplay({
    sent: sent ? 'unanswered' : 'answered',
    receipt: receipt ? ageOf(receipt.answeredAt, answeredAt) : 'none',
  })
  if (display === 'received' && receipt) return { display, receipt }
  if (display === 'confirming' && sent) return { display, sent }
  return { display: 'answer' }
}

export function tokenOf(id: string, ticketCode: string): string | null {
  const token = readCustomer(ticketCode).payment?.ws_token
  return token !== undefined && sha256(token) === id ? token : null
}
