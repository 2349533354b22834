import { useFormContext, type UseFormReturn } from 'react-hook-form'
import { expectedCardLength, recogniseBrand } from '#acquirer/recogniseBrand.ts'
import { cardBrands, debitBrandsText } from '#acquirer/brands.ts'
import { onlyDigits } from '#kit/brazil.ts'
import { CheckboxField, MaskedTextField, TextField } from '#kit/web/form/fields.tsx'
import { Form } from '#kit/web/form/Form.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { useIsSignedIn } from '#session/web/session.ts'
import type { WireTransaction } from '../../contract.ts'
import { methodRow } from '../../method/method.ts'
import css from '../../web/Payment.module.css'
import { PayButton, PayRefusal } from './PayButton.tsx'
import { type CardEntry, useCardPayment } from './useCardPayment.ts'
import { useRoute } from '#kit/web/route/routes.ts'
import { AuthenticationFrame } from '../../authentication/web/AuthenticationFrame.tsx'
import { PayScreen } from './PayScreen.tsx'
import { useAuthentication } from '../../authentication/web/useAuthentication.ts'
import { usePriceRenewal } from './usePriceRenewal.ts'
import type { SubjectOf } from '../../web/subjectDisplay.ts'
import { usePayment } from '../../web/usePayment.ts'

/** docs/spec.md#new-card */
export default function NewCardScreen({ subjectOf }: { subjectOf: SubjectOf }) {
  const token = useRoute().params['token'] ?? ''
  const watched = usePayment(token)
  const price = usePriceRenewal(watched, subjectOf)
  const { frame, ask } = useAuthentication(watched)
  const { form, send } = useCardPayment(token, { watched, price, ask })
  return (
    <PayScreen token={token} watched={watched} news={price.changeText} subjectOf={subjectOf}>
      {(payment, reason) => (
        <>
          <CardForm form={form} payment={payment} reason={reason} onSend={(card) => send(payment, card)} />
          {frame && <AuthenticationFrame token={token} card={frame.card} onEnd={frame.answer} />}
        </>
      )}
    </PayScreen>
  )
}

type CardMethod = ReturnType<typeof methodRow>

type Props = {
  form: UseFormReturn<CardEntry>
  payment: WireTransaction
  reason: string | null
  onSend: (card: CardEntry) => Promise<void>
}

function CardForm({ form, payment, reason, onSend }: Props) {
  const method = methodRow(payment.payment_type)
  const isSignedIn = useIsSignedIn() || payment.has_user
  const keeps = isSignedIn && method.maySave
  return (
    <Form form={form} onSubmit={onSend} enterMovesOn>
      <PayRefusal reason={reason} payment={payment} />
      <CardFields method={method} keeps={keeps} />
      <PayButton payment={payment} />
    </Form>
  )
}

function CardFields({ method, keeps }: { method: CardMethod; keeps: boolean }) {
  return (
    <Panel title={method.receiptText}>
      <CardNumber method={method} />
      <TextField
        name="cardHolderName"
        label="Nome no cartão"
        hint="Como está impresso no cartão."
        autoComplete="cc-name"
        enterKeyHint="next"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      <div className={css.pair}>
        <MaskedTextField
          name="cardExpiration"
          mask="expiry"
          label="Validade"
          placeholder="mm/aa"
          autoComplete="cc-exp"
          enterKeyHint="next"
          required
        />
        <MaskedTextField
          name="cardCvv"
          mask="cvv"
          label="CVV"
          autoComplete="cc-csc"
          enterKeyHint="go"
          required={false}
        />
      </div>
      {keeps && <CheckboxField name="cardSave" label="Salvar cartão para futuros pagamentos." />}
      <p className={css.safe}>O número e o CVV seguem para a operadora e não ficam guardados aqui.</p>
    </Panel>
  )
}

function CardNumber({ method }: { method: CardMethod }) {
  const digits = onlyDigits(useFormContext<CardEntry>().watch('cardNumber'))
  const brand = recogniseBrand(digits)
  const row = brand && cardBrands[brand]
  const unfit = method.card === 'debit' && row?.takesDebit === false
  const name = row?.shownName
  const hint = unfit
    ? `${name}: o débito aceita ${debitBrandsText()}.`
    : (name ?? 'Os números da frente do cartão.')
  return (
    <MaskedTextField
      name="cardNumber"
      mask="card"
      label="Número do Cartão"
      hint={hint}
      autoComplete="cc-number"
      enterKeyHint="next"
      countDigits={expectedCardLength(digits)}
      required
    />
  )
}
