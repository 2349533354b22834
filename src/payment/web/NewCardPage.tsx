import { useEffect } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { Page } from '#kit/web/page/Page.tsx'
import { go, replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import type { WireTransaction } from '../contract.ts'
import { isPaid } from '../paymentState.ts'
import { cancelPayment } from './cancelPayment.ts'
import { CardForm } from './card/CardForm.tsx'
import { isConfirming } from './doubt.ts'
import css from './Payment.module.css'
import { NotLoaded } from './NotLoaded.tsx'
import { PaymentTicket } from './PaymentTicket.tsx'
import { AtBank, Closed, Confirming } from './PaymentStanding.tsx'
import { useCardPayment } from './card/useCardPayment.ts'
import { usePayment } from './usePayment.ts'
import type { WatchedPayment } from './usePayment.ts'

/** Paying with a typed card, and everything that a payment can be in meanwhile (spec.md screen 20). */
export default function NewCardPage() {
  const token = useRoute().params['token'] ?? ''
  const watched = usePayment(token)
  const { view } = watched
  const payment = view.state === 'ready' ? view.payment : null
  const paid = payment !== null && isPaid(payment.state)
  useEffect(() => {
    if (paid) replaceWith('payment.done', { params: { token } })
  }, [paid, token])
  return (
    <Page title="Pagamento" step="payment" aside={payment && <PaymentTicket payment={payment} />}>
      {view.state === 'failed' && <NotLoaded failure={view.failure} reload={watched.reload} />}
      {(view.state === 'loading' || paid) && <Skeleton lines={6} label="Buscando dados, aguarde..." />}
      {!paid && <Standing token={token} watched={watched} />}
    </Page>
  )
}

/** The form stays mounted while the payment is in doubt, so that what was typed is still there after it. */
function Standing({ token, watched }: { token: string; watched: WatchedPayment }) {
  const { form, send } = useCardPayment(token, watched)
  const { view } = watched
  if (view.state !== 'ready') return null
  const { payment, doubt, reason } = view
  const cancel = () => {
    void cancelPayment(token).then((fresh) => fresh && watched.show(fresh))
  }
  const confirming = doubt !== null || isConfirming(payment.state)
  if (payment.state === 'awaiting_cardholder') return <AtBank payment={payment} onCancel={cancel} />
  if (payment.state !== 'created' && !confirming) return <Closed payment={payment} />
  return (
    <>
      {confirming && <Confirming />}
      <div className={css.form} hidden={confirming}>
        <CardForm form={form} payment={payment} reason={reason} onSend={(card) => send(payment, card)} />
        <Elsewhere payment={payment} onCancel={cancel} />
      </div>
    </>
  )
}

function Elsewhere({ payment, onCancel }: { payment: WireTransaction; onCancel: () => void }) {
  const query = { ticket: payment.ticket_code, ptoken: payment.ws_token }
  return (
    <div>
      <Button look="quiet" onClick={() => go('ticket.paymentType', { query })}>
        Alterar forma de pagamento
      </Button>
      <Button look="danger" onClick={onCancel}>
        Cancelar
      </Button>
    </div>
  )
}
