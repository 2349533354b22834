import { useRoute } from '#kit/web/route/routes.ts'
import { AuthenticationFrame } from '../../authentication/web/AuthenticationFrame.tsx'
import { CardForm } from './form/CardForm.tsx'
import { PayScreen } from './PayScreen.tsx'
import { useAuthentication } from '../../authentication/web/useAuthentication.ts'
import { useCardPayment } from './useCardPayment.ts'
import { usePrice } from './usePrice.ts'
import type { SubjectOf } from '../../web/subject.ts'
import { usePayment } from '../../web/usePayment.ts'

/** docs/spec.md#new-card */
export default function NewCardScreen({ subjectOf }: { subjectOf: SubjectOf }) {
  const token = useRoute().params['token'] ?? ''
  const watched = usePayment(token)
  const price = usePrice(watched, subjectOf)
  const { frame, ask } = useAuthentication(watched)
  const { form, send } = useCardPayment(token, { watched, price, ask })
  return (
    <PayScreen token={token} watched={watched} news={price.news} subjectOf={subjectOf}>
      {(payment, reason) => (
        <>
          <CardForm form={form} payment={payment} reason={reason} onSend={(card) => send(payment, card)} />
          {frame && <AuthenticationFrame token={token} card={frame.card} onEnd={frame.answer} />}
        </>
      )}
    </PayScreen>
  )
}
