import type { WireTransaction } from '#payment/contract.ts'
import { PaymentDone } from '#payment/web/PaymentDone.tsx'
import { ReservedDone } from './ReservedDone.tsx'

const reserved = (payment: WireTransaction) => <ReservedDone payment={payment} />

/** `payment.done` for both destinations (spec.md screen 22). */
export default function DonePage() {
  return <PaymentDone reserved={reserved} />
}
