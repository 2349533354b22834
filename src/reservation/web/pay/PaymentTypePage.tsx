import { PaymentTypeScreen } from '#ticket/web/paymentType/PaymentTypeScreen.tsx'
import { subjectOf } from './subjectOf.tsx'

export default function PaymentTypePage() {
  return <PaymentTypeScreen subjectOf={subjectOf} />
}
