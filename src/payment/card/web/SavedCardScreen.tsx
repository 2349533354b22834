import { Button } from '#kit/web/Button.tsx'
import { useRoute } from '#kit/web/route/routes.ts'
import { PayScreen } from './PayScreen.tsx'
import { SavedCardForm } from './form/SavedCardForm.tsx'
import { usePrice } from './usePrice.ts'
import { useSavedCardPayment } from './useSavedCardPayment.ts'
import type { SubjectOf } from '../../web/subject.ts'
import { usePayment } from '../../web/usePayment.ts'

/** docs/spec.md#saved-card */
export default function SavedCardScreen({ subjectOf }: { subjectOf: SubjectOf }) {
  const { params, query } = useRoute()
  const token = params['token'] ?? ''
  const watched = usePayment(token)
  const price = usePrice(watched, subjectOf)
  const saved = useSavedCardPayment(token, query['pm'] ?? '', { watched, price })
  return (
    <PayScreen
      token={token}
      watched={watched}
      news={price.news}
      subjectOf={subjectOf}
      waiting={<Button missing="Buscando dados, aguarde...">PAGAR</Button>}
    >
      {(payment, reason) => (
        <SavedCardForm
          card={saved.card}
          reloadCard={saved.reloadCard}
          form={saved.form}
          payment={payment}
          reason={reason}
          onSend={(card) => saved.send(payment, card)}
        />
      )}
    </PayScreen>
  )
}
