import type { WireTransaction } from '#payment/contract.ts'
import { PaymentDone } from '#payment/web/done/PaymentDone.tsx'
import { isReserved } from './reserved.ts'
import { ReservedDone } from './ReservedDone.tsx'

const reserved = (payment: WireTransaction) =>
  isReserved(payment) ? <ReservedDone payment={payment} /> : null

/** `payment.done` of a ticket and of a reserved space (docs/spec.md#payment-done). */
export default function DonePage() {
  return <PaymentDone reserved={reserved} />
}
