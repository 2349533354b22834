import { readCustomer } from '#checkout/web/customer.ts'
import { sha256 } from '#kit/text/sha256.ts'
import { ageOf, maySay, type Say } from '../../known/silence.ts'
import { useReceipts, type Receipt } from './receipts.ts'
import { useSent, type Sent } from './sent.ts'

export type KnownPayment =
  | { say: Extract<Say, 'answer'> }
  | { say: Extract<Say, 'received'>; receipt: Receipt }
  | { say: Extract<Say, 'confirming'>; sent: Sent }

type Of = {
  code?: string | undefined
  token?: string | undefined
  /** Server's clock at the last answer, ISO 8601. */
  answeredAt?: string | null
}

/** What this device may show of a ticket's or payment's money (docs/spec.md#r27). */
export function useKnown({ code, token, answeredAt = null }: Of): KnownPayment {
  const receipts = useReceipts()
  const unanswered = useSent()
  const id = token === undefined ? null : sha256(token)
  const receipt = receipts.find((one) => one.ticketCode === code || one.id === id)
  const sent = unanswered.find((one) => one.ticketCode === code || one.id === id)
  const say = maySay({
    sent: sent ? 'unanswered' : 'answered',
    receipt: receipt ? ageOf(receipt.answeredAt, answeredAt) : 'none',
  })
  if (say === 'received' && receipt) return { say, receipt }
  if (say === 'confirming' && sent) return { say, sent }
  return { say: 'answer' }
}

/** The payment's token where this tab knows it. */
export function tokenOf(id: string, ticketCode: string): string | null {
  const token = readCustomer(ticketCode).payment?.ws_token
  return token !== undefined && sha256(token) === id ? token : null
}
