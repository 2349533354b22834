import { PaymentTypeScreen } from '#ticket/web/type/PaymentTypeScreen.tsx'
import { subjectOf } from './subjectOf.tsx'

/** Choosing how to pay a ticket or a reserved space. */
export default function PaymentTypePage() {
  return <PaymentTypeScreen subjectOf={subjectOf} />
}
