import type { WireTransaction } from '#payment/contract.ts'
import { PaymentDone } from '#payment/web/done/PaymentDone.tsx'
import { LateProof } from '#receipt/web/LateProof.tsx'
import { ReceiptOffer } from '#receipt/web/ReceiptOffer.tsx'
import { isReserved } from './reserved.ts'
import { ReservedDone } from './ReservedDone.tsx'

const reserved = (payment: WireTransaction) =>
  isReserved(payment) ? <ReservedDone payment={payment} /> : null

const proofOf = (token: string, hasShare: boolean) => <LateProof token={token} hasShare={hasShare} />

export default function DonePage() {
  return <PaymentDone reserved={reserved} proof={proofOf} Offer={ReceiptOffer} />
}
