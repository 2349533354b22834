import { AnotherWay } from '../../pix/web/AnotherWay.tsx'
import { useEffect, type ReactNode, useState } from 'react'
import { WaysForward } from '#checkout/web/ways/WaysForward.tsx'
import { Steps } from '#checkout/web/Steps.tsx'
import { News } from '#kit/web/notice/News.tsx'
import { sha256 } from '#kit/text/sha256.ts'
import { Page } from '#kit/web/page/Page.tsx'
import { Button } from '#kit/web/Button.tsx'
import { go, replaceWith } from '#kit/web/route/routes.ts'
import { useSession } from '#session/web/session.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import type { WireTransaction } from '../../contract.ts'
import { isAuthenticating } from '../../method/authenticationEnds.ts'
import { termsOf } from '../../method/captureTerms.ts'
import { methods, payScreenOf } from '../../method/method.ts'
import { cancelPayment } from '../../web/cancelPayment.ts'
import { isConfirming } from '../../web/doubt.ts'
import { Confirming } from '../../web/known/Confirming.tsx'
import { KnownPayment } from '../../web/known/KnownPayment.tsx'
import { useKnown } from '../../web/known/useKnown.ts'
import css from '../../web/Payment.module.css'
import { AtBank, Closed, Exhausted } from '../../web/done/PaymentStanding.tsx'
import { ForeignPage } from '../../web/done/ForeignPage.tsx'
import { OwnerAway, useOwnerAway } from '../../web/done/OwnerAway.tsx'
import { PaymentAside } from '../../web/PaymentTicket.tsx'
import type { ShownSubject, SubjectOf } from '../../web/subject.ts'
import type { PaymentView, WatchedPayment } from '../../web/usePayment.ts'
import { dismissText } from '#kit/web/notice/notify.ts'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { readDraft, writeDraft } from '#kit/web/state/draft.ts'
import { changedText } from '#session/life.ts'
import { believedPerson } from '#session/web/person.ts'

type Props = {
  token: string
  watched: WatchedPayment
  news: string
  subjectOf: SubjectOf
  waiting?: ReactNode
  children: (payment: WireTransaction, reason: string | null) => ReactNode
}

/** docs/spec.md#new-card, docs/spec.md#saved-card */
export function PayScreen({ token, watched, news, subjectOf, waiting, children }: Props) {
  const { view } = watched
  const payment = view.state === 'ready' ? view.payment : null
  const subject = payment && subjectOf(payment)
  const paid = subject !== null && subject.isDone
  const screen = payment && payScreenOf(payment)
  const to = paid ? 'payment.done' : screen === 'payment.creditDebitCard' ? null : screen
  useEffect(() => {
    if (to !== null) replaceWith(to, { params: { token } })
  }, [to, token])
  if (view.state === 'foreign') return <ForeignPage payment={view.payment} />
  return (
    <Page
      title="Pagamento"
      steps={<Steps />}
      aside={<PaymentAside token={token} watched={watched} payment={payment} subject={subject} />}
    >
      {(view.state === 'loading' || to !== null) && (
        <div className={css.form} data-waiting>
          <Skeleton lines={6} label="Buscando dados, aguarde..." />
          {view.state === 'loading' && waiting}
        </div>
      )}
      {to === null && subject && (
        <Standing watched={watched} news={news} subject={subject}>
          {children}
        </Standing>
      )}
    </Page>
  )
}

/** Stays mounted while the outcome is unconfirmed, so that the fields keep their content. */
function Standing({
  watched,
  news,
  subject,
  children,
}: Pick<Props, 'watched' | 'news' | 'children'> & { subject: ShownSubject }) {
  const { view } = watched
  const isOwnerAway = useOwnerAway(view)
  const known = useKnownElsewhere(view)
  if (view.state !== 'ready') return null
  const { payment, doubt, reason, way } = view
  const cancel = () => {
    void cancelPayment(payment, subject).then((fresh) => fresh && watched.show(fresh))
  }
  const isOpen = payment.state === 'created' || isAuthenticating(payment)
  const confirming = doubt !== null || isConfirming(payment.state)
  if (payment.state === 'awaiting_cardholder' && !isOpen)
    return <AtBank payment={payment} onCancel={cancel} />
  if (subject.ended !== null) return subject.ended
  if (!isOpen && !confirming) return <Closed payment={payment} />
  if (known && !confirming) return <KnownPayment known={known} />
  if (isOwnerAway && !confirming) return <OwnerAway payment={payment} />
  return (
    <>
      {confirming && <Confirming />}
      <div className={css.form} hidden={confirming}>
        <EnteredAs />
        <News>{news || null}</News>
        <WaysForward way={way === 'otherPlace' ? subject.refused : way} ticketCode={payment.ticket_code} />
        {payment.attempts_left === 0 && !isAuthenticating(payment) ? (
          <Exhausted payment={payment} subject={subject} />
        ) : (
          children(payment, reason)
        )}
        {subject.money(watched.reload)}
        {reason !== null && <WithoutCard payment={payment} />}
        <AnotherWay payment={payment} onCancel={cancel} />
        {reason !== null && way === 'retry' && payment.attempts_left > 0 && (
          <WaysForward way={subject.refused} ticketCode={payment.ticket_code} />
        )}
      </div>
    </>
  )
}

function useKnownElsewhere(view: PaymentView) {
  const payment = view.state === 'ready' ? view.payment : null
  const known = useKnown({ code: payment?.ticket_code, answeredAt: payment?.server_now ?? null })
  if (known.display === 'answer' || payment === null) return null
  return known.display === 'confirming' && known.sent.id === sha256(payment.ws_token) ? null : known
}

function WithoutCard({ payment }: { payment: WireTransaction }) {
  const offered = useSession()?.configs.methods ?? []
  if (payment.attempts_left === 0) return null
  const query = { ticket: payment.ticket_code, ptoken: payment.ws_token }
  return termsOf(payment)
    .methods.map((name) => methods[name])
    .filter(({ name, card }) => card === null && offered.includes(name))
    .map(({ name, icon, receiptText }) => (
      <Button
        key={name}
        type="button"
        look="plain"
        icon={icon}
        onClick={() => go('ticket.paymentType', { query: { ...query, method: name } })}
      >
        {`Pagar com ${receiptText}`}
      </Button>
    ))
}

const draft = 'enteredAs'

/**
 * Beside a guest's typed card, names the account that the payment goes to since a sign-in (docs/spec.md#r26).
 * Survives reloads, until the payment or a logout.
 */
function EnteredAs() {
  const user = useSession()?.user ?? null
  const [wasGuest] = useState(() => believedPerson() === 0)
  const isNew = user !== null && (wasGuest || readDraft(draft)['user'] === String(user.id))
  const text = isNew ? changedText(0, user) : null
  useEffect(() => {
    if (!isNew) return
    dismissText(changedText(0, user))
    writeDraft(draft, { user: String(user.id) })
  }, [isNew, user])
  if (text === null) return null
  return (
    <Situation tone="warn" title={text}>
      <p>O pagamento e o recibo ficam nessa conta.</p>
      <Button look="plain" onClick={() => go('logout')}>
        Não sou eu
      </Button>
    </Situation>
  )
}
