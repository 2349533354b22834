import { AnotherWay } from '../pix/AnotherWay.tsx'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { WaysLeft } from '#checkout/web/ways/WaysLeft.tsx'
import { Steps } from '#checkout/web/Steps.tsx'
import { News } from '#kit/web/notice/News.tsx'
import { Page } from '#kit/web/page/Page.tsx'
import { replaceWith } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import type { WireTransaction } from '../../contract.ts'
import { isAuthenticating } from '../../authentication/ends.ts'
import { cancelPayment } from '../cancelPayment.ts'
import { isConfirming } from '../doubt.ts'
import { NotLoaded } from '../NotLoaded.tsx'
import css from '../Payment.module.css'
import { AtBank, Closed, Confirming, Exhausted } from '../done/PaymentStanding.tsx'
import { OwnerAway } from '../done/OwnerAway.tsx'
import { useOwnerAway } from '../done/useOwnerAway.ts'
import { payScreenOf } from '../payScreen.ts'
import { PaymentTicket } from '../PaymentTicket.tsx'
import type { ShownSubject, SubjectOf } from '../subject.ts'
import type { WatchedPayment } from '../usePayment.ts'

type Props = {
  token: string
  watched: WatchedPayment
  /** That the amount is another one now; '' while it is not. */
  news: string
  /** What the payment pays, as its noun shows it. */
  subjectOf: SubjectOf
  /** In the place of the form until the payment is known. */
  waiting?: ReactNode
  /** The form of the card. `reason`: why the last attempt did not succeed. */
  children: (payment: WireTransaction, reason: string | null) => ReactNode
}

/**
 * Paying by card, and everything that a payment can be in meanwhile (docs/spec.md#new-card,
 * docs/spec.md#saved-card).
 */
export function PayScreen({ token, watched, news, subjectOf, waiting, children }: Props) {
  const { view } = watched
  const payment = view.state === 'ready' ? view.payment : null
  const subject = payment && subjectOf(payment)
  const paid = subject !== null && subject.isDone
  const screen = payment && payScreenOf(payment)
  // Another tab has chosen what is no card meanwhile.
  const to = paid ? 'payment.done' : screen === 'payment.creditDebitCard' ? null : screen
  useEffect(() => {
    if (to !== null) replaceWith(to, { params: { token } })
  }, [to, token])
  return (
    <Page
      title="Pagamento"
      steps={<Steps />}
      aside={payment && subject && <PaymentTicket payment={payment} card={subject.card} />}
    >
      {view.state === 'failed' && <NotLoaded failure={view.failure} reload={watched.reload} />}
      {(view.state === 'loading' || to !== null) && <Skeleton lines={6} label="Buscando dados, aguarde..." />}
      {view.state === 'loading' && waiting}
      {to === null && subject && (
        <Standing watched={watched} news={news} subject={subject}>
          {children}
        </Standing>
      )}
    </Page>
  )
}

/** The form stays mounted while the payment is in doubt, so that what was typed is still there after it. */
function Standing({
  watched,
  news,
  subject,
  children,
}: Pick<Props, 'watched' | 'news' | 'children'> & { subject: ShownSubject }) {
  const { view } = watched
  const isOwnerAway = useOwnerAway(view)
  if (view.state !== 'ready') return null
  const { payment, doubt, reason, left } = view
  const cancel = () => {
    void cancelPayment(payment, subject).then((fresh) => fresh && watched.show(fresh))
  }
  // Its card is in the form, or has to be typed again.
  const isOpen = payment.state === 'created' || isAuthenticating(payment)
  const confirming = doubt !== null || isConfirming(payment.state)
  if (payment.state === 'awaiting_cardholder' && !isOpen)
    return <AtBank payment={payment} onCancel={cancel} />
  if (subject.ended !== null) return subject.ended
  if (!isOpen && !confirming) return <Closed payment={payment} />
  if (isOwnerAway && !confirming) return <OwnerAway payment={payment} subject={subject} />
  return (
    <>
      {confirming && <Confirming />}
      <div className={css.form} hidden={confirming}>
        <News>{news || null}</News>
        {subject.money(watched.reload)}
        <WaysLeft left={left === 'elsewhere' ? subject.refused : left} ticketCode={payment.ticket_code} />
        {payment.attempts_left === 0 && !isAuthenticating(payment) ? (
          <Exhausted payment={payment} subject={subject} />
        ) : (
          children(payment, reason)
        )}
        <AnotherWay payment={payment} onCancel={cancel} />
        {reason !== null && left === 'here' && payment.attempts_left > 0 && (
          <WaysLeft left={subject.refused} ticketCode={payment.ticket_code} />
        )}
      </div>
    </>
  )
}
