import { useEffect, useState } from 'react'
import { Steps } from '#checkout/web/Steps.tsx'
import { Page, Actions } from '#kit/web/page/Page.tsx'
import { replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { cancelPayment } from '../../web/cancelPayment.ts'
import { ForeignPage } from '../../web/done/ForeignPage.tsx'
import { OwnerAway, useOwnerAway } from '../../web/done/OwnerAway.tsx'
import { Closed } from '../../web/done/PaymentStanding.tsx'
import { Confirming } from '../../web/known/Confirming.tsx'
import { isConfirming } from '../../web/doubt.ts'
import { PaymentAside } from '../../web/PaymentTicket.tsx'
import { payScreenOf } from '../../method/method.ts'
import type { ShownSubject, SubjectOf } from '../../web/subject.ts'
import { usePayment, type WatchedPayment } from '../../web/usePayment.ts'
import { forgetPix, keptPix, OpenPix } from './OpenPix.tsx'
import { useNewCode, type NewCode } from './useNewCode.ts'
import { AnotherWay } from './AnotherWay.tsx'
import { WaysForward } from '#checkout/web/ways/WaysForward.tsx'
import { Button } from '#kit/web/Button.tsx'
import { News } from '#kit/web/notice/News.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { useOfflineReason } from '#kit/web/notice/online.ts'
import { HumanLine } from '#session/web/human/HumanLine.tsx'
import type { WireTransaction } from '../../contract.ts'
import type { WayForward } from '#checkout/wayForward.ts'

type Props = {
  subjectOf: SubjectOf
}

/** docs/methods.md#pix */
export default function PixScreen({ subjectOf }: Props) {
  const token = useRoute().params['token'] ?? ''
  const watched = usePayment(token)
  const { view } = watched
  const newCode = useNewCode(watched, subjectOf)
  const loaded = view.state === 'ready' ? view.payment : null
  const kept = view.state === 'failed' && view.failure.status === 0 ? keptPix(token)?.payment : null
  const payment = loaded ?? kept ?? null
  const subject = payment && subjectOf(payment)
  usePixLooks(payment?.state === 'awaiting_payment', watched.look)
  const isDone = loaded !== null && subject !== null && subject.isDone
  const elsewhere = loaded && !isDone && payScreenOf(loaded) !== 'payment.pix' ? payScreenOf(loaded) : null
  const to = isDone ? 'payment.done' : elsewhere
  const isOver = view.state === 'foreign' || (loaded !== null && loaded.pix === null)
  useEffect(() => {
    if (isOver) forgetPix()
    if (to !== null) replaceWith(to, { params: { token } })
  }, [isOver, to, token])
  if (view.state === 'foreign') return <ForeignPage payment={view.payment} />
  return (
    <Page
      title="Pague com Pix"
      steps={<Steps />}
      aside={<PaymentAside token={token} watched={watched} payment={payment} subject={subject} />}
    >
      {(view.state === 'loading' || to !== null) && <Skeleton lines={6} label="Buscando dados, aguarde..." />}
      {to === null && payment && subject && (
        <Standing payment={payment} subject={subject} watched={watched} newCode={newCode} />
      )}
    </Page>
  )
}

type StandingProps = {
  payment: NonNullable<ReturnType<typeof keptPix>>['payment']
  subject: ShownSubject
  watched: WatchedPayment
  newCode: NewCode
}

function Standing({ payment, subject, watched, newCode }: StandingProps) {
  const { view } = watched
  const isOwnerAway = useOwnerAway(view)
  const cancel = () => {
    void cancelPayment(payment, subject).then((fresh) => fresh && watched.show(fresh))
  }
  const isUnsaid = payment.state === 'awaiting_payment' && payment.pix === null
  if (isUnsaid || isConfirming(payment.state)) return <Confirming />
  if (isOwnerAway) return <OwnerAway payment={payment} />
  if (payment.pix !== null)
    return (
      <OpenPix
        key={payment.pix.code}
        payment={payment}
        pix={payment.pix}
        onOver={() => void watched.look()}
        onCancel={cancel}
      />
    )
  if (payment.state !== 'created') return <Closed payment={payment} />
  const ready = view.state === 'ready' ? view : null
  return (
    <NoCode
      payment={payment}
      reason={ready?.reason ?? null}
      way={ready?.way ?? 'retry'}
      newCode={newCode}
      onCancel={cancel}
    />
  )
}

const lookEveryMs = 1_000

function usePixLooks(waits: boolean, look: () => Promise<void>): void {
  useEffect(() => {
    if (!waits) return
    let looking = false
    const lookOnce = async () => {
      if (looking || document.hidden) return
      looking = true
      try {
        await look()
      } finally {
        looking = false
      }
    }
    const now = () => void lookOnce()
    const timer = setInterval(now, lookEveryMs)
    document.addEventListener('visibilitychange', now)
    addEventListener('pageshow', now)
    addEventListener('online', now)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', now)
      removeEventListener('pageshow', now)
      removeEventListener('online', now)
    }
  }, [waits, look])
}

type NoCodeProps = {
  payment: WireTransaction
  reason: string | null
  way: WayForward
  newCode: NewCode
  onCancel: () => void
}

function NoCode({ payment, reason, way, newCode, onCancel }: NoCodeProps) {
  const [busy, setBusy] = useState(false)
  const offline = useOfflineReason()
  const make = async () => {
    setBusy(true)
    await newCode.make(payment).finally(() => setBusy(false))
  }
  return (
    <>
      <Situation tone={reason === null ? 'sign' : 'warn'} title={reason ?? 'Pague com Pix'} takesFocus>
        <p>
          {reason === null
            ? 'O código vale por alguns minutos e é pago no aplicativo do seu banco.'
            : 'Se você já pagou o código anterior, aguarde: o que não for devido é devolvido sozinho.'}
        </p>
      </Situation>
      <News>{newCode.news || null}</News>
      <WaysForward way={way} ticketCode={payment.ticket_code} />
      <Actions>
        <HumanLine />
        <Button type="button" busy={busy} missing={offline} onClick={() => void make()}>
          {`GERAR CÓDIGO PIX DE R$\u00a0${payment.valueHuman}`}
        </Button>
      </Actions>
      <AnotherWay payment={payment} onCancel={onCancel} />
    </>
  )
}
