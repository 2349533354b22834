import { PaymentTypeScreen } from '#ticket/web/type/PaymentTypeScreen.tsx'
import { subjectOf } from './subjectOf.tsx'

export default function PaymentTypePage() {
  return <PaymentTypeScreen subjectOf={subjectOf} />
}
