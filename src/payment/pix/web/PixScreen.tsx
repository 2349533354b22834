import { useEffect, useState } from 'react'
import { Steps } from '#checkout/web/Steps.tsx'
import { Page, Actions } from '#kit/web/page/Page.tsx'
import { replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { cancelPayment } from '../../web/cancelPayment.ts'
import { ForeignPaymentPage } from '../../web/outcome/ForeignPaymentPage.tsx'
import { OwnerSignedOut, useIsOwnerSignedOut } from '../../web/outcome/OwnerSignedOut.tsx'
import { PaymentClosed } from '../../web/outcome/PaymentStateNotices.tsx'
import { ConfirmingNotice } from '../../web/local/ConfirmingNotice.tsx'
import { isConfirming } from '../../web/unconfirmedPay.ts'
import { PaymentAside } from '../../web/PaymentTicket.tsx'
import { payScreenOf } from '../../method/method.ts'
import type { SubjectDisplay, SubjectOf } from '../../web/subjectDisplay.ts'
import { usePayment, type PolledPayment } from '../../web/usePayment.ts'
import { clearPixDraft, readPixDraft, PixCodeView } from './PixCodeView.tsx'
import { useNewPixCode, type NewPixCode } from './useNewPixCode.ts'
import { ChangeOrCancelButtons } from './ChangeOrCancelButtons.tsx'
import { WayForwardCallout } from '#checkout/web/wayForward/WayForwardCallout.tsx'
import { Button } from '#kit/web/Button.tsx'
import { InfoNote } from '#kit/web/notice/InfoNote.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { useOfflineReason } from '#kit/web/notice/useOfflineReason.ts'
import { HumanCheckStatus } from '#session/web/human/HumanCheckStatus.tsx'
import type { WireTransaction } from '../../contract.ts'
import type { WayForward } from '#checkout/wayForward.ts'

/** docs/methods.md#pix */
export default function PixScreen({ subjectOf }: { subjectOf: SubjectOf }) {
  const token = useRoute().params['token'] ?? ''
  const polled = usePayment(token)
  const { view } = polled
  const newCode = useNewPixCode(polled, subjectOf)
  const loaded = view.state === 'ready' ? view.payment : null
  const kept = view.state === 'failed' && view.failure.status === 0 ? readPixDraft(token)?.payment : null
  const payment = loaded ?? kept ?? null
  const subject = payment && subjectOf(payment)
  usePixPolling(payment?.state === 'awaiting_payment', polled.refetch)
  const isDone = loaded !== null && subject !== null && subject.isDone
  const elsewhere = loaded && !isDone && payScreenOf(loaded) !== 'payment.pix' ? payScreenOf(loaded) : null
  const to = isDone ? 'payment.done' : elsewhere
  const isOver = view.state === 'foreign' || (loaded !== null && loaded.pix === null)
  useEffect(() => {
    if (isOver) clearPixDraft()
    if (to !== null) replaceWith(to, { params: { token } })
  }, [isOver, to, token])
  if (view.state === 'foreign') return <ForeignPaymentPage payment={view.payment} />
  return (
    <Page
      title="Pague com Pix"
      steps={<Steps />}
      aside={<PaymentAside token={token} polled={polled} payment={payment} subject={subject} />}
    >
      {(view.state === 'loading' || to !== null) && <Skeleton lines={6} label="Buscando dados, aguarde..." />}
      {to === null && payment && subject && (
        <PixScreenBody payment={payment} subject={subject} polled={polled} newCode={newCode} />
      )}
    </Page>
  )
}

type PixScreenBodyProps = {
  payment: WireTransaction
  subject: SubjectDisplay
  polled: PolledPayment
  newCode: NewPixCode
}

function PixScreenBody({ payment, subject, polled, newCode }: PixScreenBodyProps) {
  const { view } = polled
  const isOwnerSignedOut = useIsOwnerSignedOut(view)
  const cancel = () => {
    void cancelPayment(payment, subject).then((fresh) => fresh && polled.show(fresh))
  }
  const hasNoCode = payment.state === 'awaiting_payment' && payment.pix === null
  if (hasNoCode || isConfirming(payment.state)) return <ConfirmingNotice />
  if (isOwnerSignedOut) return <OwnerSignedOut payment={payment} />
  if (payment.pix !== null)
    return (
      <PixCodeView
        key={payment.pix.code}
        payment={payment}
        pix={payment.pix}
        onExpired={() => void polled.refetch()}
        onCancel={cancel}
      />
    )
  if (payment.state !== 'created') return <PaymentClosed payment={payment} />
  const ready = view.state === 'ready' ? view : null
  return (
    <CreatePixCode
      payment={payment}
      reason={ready?.reason ?? null}
      way={ready?.way ?? 'retry'}
      newCode={newCode}
      onCancel={cancel}
    />
  )
}

const pollMs = 1_000

function usePixPolling(isWaiting: boolean, refetch: () => Promise<void>): void {
  useEffect(() => {
    if (!isWaiting) return
    let isFetching = false
    const refetchOnce = async () => {
      if (isFetching || document.hidden) return
      isFetching = true
      await refetch().finally(() => {
        isFetching = false
      })
    }
    const now = () => void refetchOnce()
    const timer = setInterval(now, pollMs)
    document.addEventListener('visibilitychange', now)
    addEventListener('pageshow', now)
    addEventListener('online', now)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', now)
      removeEventListener('pageshow', now)
      removeEventListener('online', now)
    }
  }, [isWaiting, refetch])
}

type CreatePixCodeProps = {
  payment: WireTransaction
  reason: string | null
  way: WayForward
  newCode: NewPixCode
  onCancel: () => void
}

function CreatePixCode({ payment, reason, way, newCode, onCancel }: CreatePixCodeProps) {
  const [busy, setBusy] = useState(false)
  const offline = useOfflineReason()
  const create = async () => {
    setBusy(true)
    await newCode.create(payment).finally(() => setBusy(false))
  }
  return (
    <>
      <Callout tone={reason === null ? 'sign' : 'warn'} title={reason ?? 'Pague com Pix'} takesFocus>
        <p>
          {reason === null
            ? 'O código vale por alguns minutos e é pago no aplicativo do seu banco.'
            : 'Se você já pagou o código anterior, aguarde: o que não for devido é devolvido sozinho.'}
        </p>
      </Callout>
      <InfoNote>{newCode.priceChangeText || null}</InfoNote>
      <WayForwardCallout way={way} ticketCode={payment.ticket_code} />
      <Actions>
        <HumanCheckStatus />
        <Button type="button" busy={busy} disabledReason={offline} onClick={() => void create()}>
          {`GERAR CÓDIGO PIX DE R$\u00a0${payment.valueHuman}`}
        </Button>
      </Actions>
      <ChangeOrCancelButtons payment={payment} onCancel={onCancel} />
    </>
  )
}
