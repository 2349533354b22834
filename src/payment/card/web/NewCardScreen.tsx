import { useFormContext } from 'react-hook-form'
import { expectedCardLength, recogniseBrand } from '#acquirer/recogniseBrand.ts'
import { cardBrands, debitBrandsText } from '#acquirer/brands.ts'
import { BrandMark } from '#card/web/BrandMark.tsx'
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
  const polled = usePayment(token)
  const price = usePriceRenewal(polled, subjectOf)
  const { frame, authenticate } = useAuthentication(polled)
  const { form, send } = useCardPayment({ polled, price, authenticate })
  return (
    <PayScreen token={token} polled={polled} priceChangeText={price.changeText} subjectOf={subjectOf}>
      {(payment, reason) => (
        <>
          <Form form={form} onSubmit={(card) => send(payment, card)} enterMovesOn>
            <PayRefusal reason={reason} payment={payment} />
            <CardFields payment={payment} />
            <PayButton payment={payment} />
          </Form>
          {frame && <AuthenticationFrame token={token} card={frame.card} onEnd={frame.answer} />}
        </>
      )}
    </PayScreen>
  )
}

function CardFields({ payment }: { payment: WireTransaction }) {
  const method = methodRow(payment.payment_type)
  const isSignedIn = useIsSignedIn() || payment.has_user
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
      {isSignedIn && method.maySave && (
        <CheckboxField name="cardSave" label="Salvar cartão para futuros pagamentos." />
      )}
      <p className="small">O número e o CVV seguem para a operadora e não ficam guardados aqui.</p>
    </Panel>
  )
}

function CardNumber({ method }: { method: ReturnType<typeof methodRow> }) {
  const digits = onlyDigits(useFormContext<CardEntry>().watch('cardNumber'))
  const brand = recogniseBrand(digits)
  const row = brand && cardBrands[brand]
  const isUnsupported = method.card === 'debit' && row?.takesDebit === false
  const name = row?.shownName
  const hint = isUnsupported
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
      icon={
        brand && (
          <span className={css.mark}>
            <BrandMark brand={brand} />
          </span>
        )
      }
      required
    />
  )
}
