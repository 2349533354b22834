import { readCustomer } from '#checkout/web/customer.ts'
import { sha256 } from '#kit/text/sha256.ts'
import { compareReceiptAge, paymentDisplay } from '../../local/paymentDisplay.ts'
import { useReceipts, type StoredReceipt } from './storedReceipts.ts'
import { useSentPayments, type SentPayment } from './sentPayments.ts'

export type LocalPayment =
  | { display: 'answer' }
  | { display: 'received'; receipt: StoredReceipt }
  | { display: 'confirming'; sent: SentPayment }

type LocalPaymentQuery = {
  code?: string | undefined
  token?: string | undefined
  answeredAt?: string | null
}

/** What this device may show of a ticket's or payment's money (docs/spec.md#r27). */
export function useLocalPayment({ code, token, answeredAt = null }: LocalPaymentQuery): LocalPayment {
  const receipts = useReceipts()
  const unanswered = useSentPayments()
  const id = token === undefined ? null : sha256(token)
  const receipt = receipts.find((one) => one.ticketCode === code || one.id === id)
  const sent = unanswered.find((one) => one.ticketCode === code || one.id === id)
  const display = paymentDisplay({
    sent: sent ? 'unanswered' : 'answered',
    receipt: receipt ? compareReceiptAge(receipt.answeredAt, answeredAt) : 'none',
  })
  if (display === 'received' && receipt) return { display, receipt }
  if (display === 'confirming' && sent) return { display, sent }
  return { display: 'answer' }
}

export function findPaymentToken(id: string, ticketCode: string): string | null {
  const token = readCustomer(ticketCode).payment?.ws_token
  return token !== undefined && sha256(token) === id ? token : null
}
