import { useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { cardBrand, takesDebit } from '#acquirer/brand.ts'
import { onlyDigits } from '#kit/brazil.ts'
import { Button } from '#kit/web/Button.tsx'
import { HumanLine } from '#kit/web/call/HumanLine.tsx'
import { MaskedTextField, TextField } from '#kit/web/form/fields.tsx'
import { Form } from '#kit/web/form/Form.tsx'
import { useOfflineReason } from '#kit/web/notice/online.ts'
import { Actions, Panel } from '#kit/web/page/Page.tsx'
import type { WireTransaction } from '../../contract.ts'
import css from '../Payment.module.css'
import { Situation } from '../Situation.tsx'
import type { CardEntry } from './useCardPayment.ts'

type Props = {
  form: UseFormReturn<CardEntry>
  payment: WireTransaction
  /** Why the last attempt did not succeed. */
  reason: string | null
  onSend: (card: CardEntry) => Promise<void>
}

/** The card, and the button that takes the money. */
export function CardForm({ form, payment, reason, onSend }: Props) {
  const offline = useOfflineReason()
  const spent =
    payment.attempts_left === 0 ? 'As tentativas deste pagamento acabaram. Tente mais tarde.' : undefined
  return (
    <Form form={form} onSubmit={onSend}>
      <Refusal reason={reason} payment={payment} />
      <CardFields debit={payment.payment_type === 2} />
      <Actions>
        <HumanLine />
        <Button icon="lock" missing={offline ?? spent}>
          PAGAR R$ {payment.valueHuman}
        </Button>
      </Actions>
    </Form>
  )
}

/** Why the last attempt did not succeed; comes into view when it is news. */
function Refusal({ reason, payment }: Pick<Props, 'reason' | 'payment'>) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (reason !== null) alert.current?.scrollIntoView({ block: 'center' })
  }, [reason, payment.attempts_left])
  return (
    <div role="alert" className={css.alert} ref={alert}>
      {reason !== null && (
        <Situation tone="stop" title="O pagamento não foi concluído">
          <p>{reason}</p>
        </Situation>
      )}
    </div>
  )
}

function CardFields({ debit }: { debit: boolean }) {
  return (
    <Panel title={debit ? 'Cartão de débito' : 'Cartão de crédito'}>
      <CardNumber debit={debit} />
      <TextField
        name="cardHolderName"
        label="Nome no cartão"
        hint="Como está impresso no cartão."
        autoComplete="cc-name"
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
          required
        />
        <MaskedTextField name="cardCvv" mask="cvv" label="CVV" autoComplete="cc-csc" required={false} />
      </div>
      <p className={css.safe}>
        Os dados do cartão seguem direto para a operadora e não ficam guardados aqui.
      </p>
    </Panel>
  )
}

const brandNames: Readonly<Record<string, string>> = { Master: 'Mastercard', Amex: 'American Express' }

/** The number, with its brand as soon as the first six digits tell. */
function CardNumber({ debit }: { debit: boolean }) {
  const digits = onlyDigits(useFormContext<CardEntry>().watch('cardNumber'))
  const brand = cardBrand(digits)
  const name = brand && (brandNames[brand] ?? brand)
  const unfit = debit && brand !== null && !takesDebit(brand)
  const hint = unfit
    ? `${name}: o débito aceita Visa, Mastercard e Elo.`
    : (name ?? 'Os números da frente do cartão.')
  return (
    <MaskedTextField
      name="cardNumber"
      mask="card"
      label="Número do Cartão"
      hint={hint}
      autoComplete="cc-number"
      countDigits={19}
      required
    />
  )
}
