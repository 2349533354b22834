import { useRoute } from '#kit/web/route/routes.ts'
import { AuthenticationFrame } from './authentication/AuthenticationFrame.tsx'
import { CardForm } from './card/CardForm.tsx'
import { PayScreen } from './card/PayScreen.tsx'
import { useAuthentication } from './authentication/useAuthentication.ts'
import { useCardPayment } from './card/useCardPayment.ts'
import { usePrice } from './card/usePrice.ts'
import type { SubjectOf } from './subject.ts'
import { usePayment } from './usePayment.ts'

/** Paying with a typed card (docs/spec.md#new-card). */
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
