import { Button } from '#kit/web/Button.tsx'
import { useRoute, go } from '#kit/web/route/routes.ts'
import { PayScreen } from './PayScreen.tsx'
import { usePriceRenewal } from './usePriceRenewal.ts'
import type { SubjectOf } from '../../web/subjectDisplay.ts'
import { usePayment } from '../../web/usePayment.ts'
import { type WireSavedCard, editSavedCard } from '#card/contract.ts'
import { SavedCardContent } from '#card/web/SavedCardItem.tsx'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { MaskedTextField } from '#kit/web/form/fields.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import type { WireTransaction } from '../../contract.ts'
import { PayButton, PayRefusal } from './PayButton.tsx'
import { useCallback } from 'react'
import { chosenCard } from '#card/web/chosenCard.ts'
import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { savedCardFields } from '../cardFields.ts'
import { usePay, type PayContext, type SendCard } from './usePay.ts'

/** docs/spec.md#saved-card */
export default function SavedCardScreen({ subjectOf }: { subjectOf: SubjectOf }) {
  const { params, query } = useRoute()
  const token = params['token'] ?? ''
  const polled = usePayment(token)
  const price = usePriceRenewal(polled, subjectOf)
  const saved = useSavedCardPayment(query['pm'] ?? '', { polled, price })
  return (
    <PayScreen
      token={token}
      polled={polled}
      priceChangeText={price.changeText}
      subjectOf={subjectOf}
      loadingButton={<Button disabledReason="Buscando dados, aguarde...">PAGAR</Button>}
    >
      {(payment, reason) => <SavedCardForm saved={saved} payment={payment} reason={reason} />}
    </PayScreen>
  )
}

type SavedCardPayment = ReturnType<typeof useSavedCardPayment>
type Props = { saved: SavedCardPayment; payment: WireTransaction; reason: string | null }

function SavedCardForm({ saved, payment, reason }: Props) {
  const { card, reloadCard, form, send } = saved
  const absent = card.state === 'failed' && [401, 404, 422].includes(card.failure.status)
  if (absent) return <SavedCardMissing payment={payment} />
  if (card.state === 'failed') {
    return (
      <LoadFailed title="Não foi possível carregar o cartão" failure={card.failure} reload={reloadCard} />
    )
  }
  return (
    <Form form={form} onSubmit={(entry) => send(payment, entry)}>
      <PayRefusal reason={reason} payment={payment} />
      <Panel title="Cartão salvo">
        {card.state === 'ready' ? (
          <SavedCardContent card={card.value} />
        ) : (
          <Skeleton lines={2} label="Buscando o cartão..." />
        )}
        <MaskedTextField
          name="cardCvv"
          mask="cvv"
          label="CVV"
          hint="Os 3 ou 4 números de segurança do cartão."
          autoComplete="cc-csc"
          enterKeyHint="go"
          required={false}
        />
      </Panel>
      <PayButton
        payment={payment}
        missing={card.state === 'ready' ? undefined : 'Buscando o cartão, aguarde...'}
      />
    </Form>
  )
}

function SavedCardMissing({ payment }: { payment: WireTransaction }) {
  const query = { ticket: payment.ticket_code, ptoken: payment.ws_token }
  return (
    <>
      <Callout tone="warn" title="Este cartão não está mais salvo" icon="card" takesFocus>
        <p>Ele foi excluído. Escolha outro cartão para pagar: nada foi cobrado.</p>
      </Callout>
      <Button type="button" onClick={() => go('ticket.paymentType', { query })}>
        ESCOLHER OUTRO CARTÃO
      </Button>
    </>
  )
}

type SavedCardEntry = { isNewCard: false; payMethod_token: string; cardCvv: string; cardSave: boolean }

function useSavedCardPayment(cardToken: string, context: PayContext) {
  const { view, reload } = useLoad(
    useCallback((signal: AbortSignal) => readCard(cardToken, signal), [cardToken]),
  )
  const form = useForm<SavedCardEntry>({
    schema: savedCardFields,
    defaultValues: { isNewCard: false, payMethod_token: cardToken, cardCvv: '', cardSave: false },
  })
  const clearCvv = () => form.setValue('cardCvv', '')
  const charge = usePay(context, { clearCvv, clearCard: clearCvv, keepCard: () => undefined })
  const send: SendCard = async (payment, entry) => {
    try {
      await charge(payment, entry)
    } catch (failure) {
      const reason = failure instanceof CallFailure ? failure.errors['payMethod_token']?.[0] : undefined
      if (reason === undefined) throw failure
      context.polled.show(payment, reason)
      reload()
    }
  }
  return { card: view, reloadCard: reload, form, send }
}

async function readCard(token: string, signal: AbortSignal): Promise<WireSavedCard> {
  return chosenCard.take(token) ?? (await call(editSavedCard, { params: { token }, signal })).entity
}
