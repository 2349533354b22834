import { fail } from '#kit/fail.ts'
import { isPaid } from '#payment/paymentState.ts'
import { captureTermsOf } from '#payment/method/captureTerms.ts'
import { type Bearer, getPaymentOfBearer } from '#payment/server/bearer.ts'
import type { Payment } from '#payment/server/store.ts'
import { formatProtocol } from '#payment/texts.ts'
import { type Proof, proofUrl } from '../../proof.ts'
import type { ReceiptDeps } from '../deps.ts'
import { signProof } from './receiptKeys.ts'

type ProofDeps = Pick<ReceiptDeps, 'receiptKeys' | 'publicUrl'>

/** Null where nothing was captured. */
export function buildProof(payment: Payment): Proof | null {
  const { paid_at: paidAt, lot_id: lotId, state } = payment
  const wasPaid = isPaid(state) || state === 'refunding' || state === 'refunded'
  if (paidAt === null || !wasPaid) return null
  return {
    protocol: formatProtocol(payment),
    ticketCode: payment.ticket_code,
    lotId,
    amountCents: payment.amount_cents,
    paymentType: payment.payment_type,
    paidAt,
    exitUntil: captureTermsOf(payment).captureMode === 'hold' ? null : payment.exit_deadline_at,
  }
}

/** Null without a capture, or without the key that signs it. */
export function signedProofOf({ receiptKeys, publicUrl }: ProofDeps, payment: Payment) {
  const proof = buildProof(payment)
  const text = proof && payment.receipt_kid && signProof(receiptKeys, payment.receipt_kid, proof)
  return text ? { text, url: proofUrl(publicUrl, text) } : null
}

/** Throws `not_found`, and `receipt_missing` without a text. */
export async function readSignedProof(deps: ProofDeps & Pick<ReceiptDeps, 'db'>, bearer: Bearer) {
  const signed = signedProofOf(deps, await getPaymentOfBearer(deps.db, bearer))
  if (signed === null) throw fail('receipt_missing')
  return signed
}
