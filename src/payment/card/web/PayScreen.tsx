import { ChangeOrCancelButtons } from '../../pix/web/ChangeOrCancelButtons.tsx'
import { useEffect, type ReactNode, useState } from 'react'
import { WayForwardCallout } from '#checkout/web/wayForward/WayForwardCallout.tsx'
import { Steps } from '#checkout/web/Steps.tsx'
import { InfoNote } from '#kit/web/notice/InfoNote.tsx'
import { sha256 } from '#kit/text/sha256.ts'
import { Page } from '#kit/web/page/Page.tsx'
import { Button } from '#kit/web/Button.tsx'
import { go, replaceWith } from '#kit/web/route/routes.ts'
import { useSession } from '#session/web/session.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import type { WireTransaction } from '../../contract.ts'
import { isAuthenticating } from '../../method/authenticationOutcomes.ts'
import { captureTermsOf } from '../../method/captureTerms.ts'
import { methods, payScreenOf } from '../../method/method.ts'
import { cancelPayment } from '../../web/cancelPayment.ts'
import { isConfirming } from '../../web/unconfirmedPay.ts'
import { ConfirmingNotice } from '../../web/local/ConfirmingNotice.tsx'
import { LocalPaymentNotice } from '../../web/local/LocalPaymentNotice.tsx'
import { useLocalPayment } from '../../web/local/useLocalPayment.ts'
import { BankConfirmation, PaymentClosed, AttemptsExhausted } from '../../web/outcome/PaymentStateNotices.tsx'
import { ForeignPaymentPage } from '../../web/outcome/ForeignPaymentPage.tsx'
import { OwnerSignedOut, useIsOwnerSignedOut } from '../../web/outcome/OwnerSignedOut.tsx'
import { PaymentAside } from '../../web/PaymentTicket.tsx'
import type { SubjectDisplay, SubjectOf } from '../../web/subjectDisplay.ts'
import type { PaymentView, PolledPayment } from '../../web/usePayment.ts'
import { dismissNoticeText } from '#kit/web/notice/notify.ts'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { readDraft, writeDraft } from '#kit/web/state/draft.ts'
import { userChangedText } from '#session/sessionCheck.ts'
import { lastKnownUserId } from '#session/web/lastKnownUser.ts'

type Props = {
  token: string
  polled: PolledPayment
  priceChangeText: string
  subjectOf: SubjectOf
  loadingButton?: ReactNode
  children: (payment: WireTransaction, reason: string | null) => ReactNode
}

/** docs/spec.md#new-card, docs/spec.md#saved-card */
export function PayScreen({ token, polled, priceChangeText, subjectOf, loadingButton, children }: Props) {
  const { view } = polled
  const payment = view.state === 'ready' ? view.payment : null
  const subject = payment && subjectOf(payment)
  const paid = subject !== null && subject.isDone
  const screen = payment && payScreenOf(payment)
  const to = paid ? 'payment.done' : screen === 'payment.creditDebitCard' ? null : screen
  useEffect(() => {
    if (to !== null) replaceWith(to, { params: { token } })
  }, [to, token])
  if (view.state === 'foreign') return <ForeignPaymentPage payment={view.payment} />
  return (
    <Page
      title="Pagamento"
      steps={<Steps />}
      aside={<PaymentAside token={token} polled={polled} payment={payment} subject={subject} />}
    >
      {(view.state === 'loading' || to !== null) && (
        <div className="stack far" data-waiting>
          <Skeleton lines={6} label="Buscando dados, aguarde..." />
          {view.state === 'loading' && loadingButton}
        </div>
      )}
      {to === null && subject && (
        <PayScreenBody polled={polled} priceChangeText={priceChangeText} subject={subject}>
          {children}
        </PayScreenBody>
      )}
    </Page>
  )
}

/** Stays mounted while the outcome is unconfirmed, so that the fields keep their content. */
function PayScreenBody({
  polled,
  priceChangeText,
  subject,
  children,
}: Pick<Props, 'polled' | 'priceChangeText' | 'children'> & { subject: SubjectDisplay }) {
  const { view } = polled
  const isOwnerSignedOut = useIsOwnerSignedOut(view)
  const known = useOtherLocalPayment(view)
  if (view.state !== 'ready') return null
  const { payment, unconfirmed, reason, way } = view
  const cancel = () => {
    void cancelPayment(payment, subject).then((fresh) => fresh && polled.show(fresh))
  }
  const isOpen = payment.state === 'created' || isAuthenticating(payment)
  const confirming = unconfirmed !== null || isConfirming(payment.state)
  if (payment.state === 'awaiting_cardholder' && !isOpen)
    return <BankConfirmation payment={payment} onCancel={cancel} />
  if (subject.endedNotice !== null) return subject.endedNotice
  if (!isOpen && !confirming) return <PaymentClosed payment={payment} />
  if (known && !confirming) return <LocalPaymentNotice known={known} />
  if (isOwnerSignedOut && !confirming) return <OwnerSignedOut payment={payment} />
  return (
    <>
      {confirming && <ConfirmingNotice />}
      <div className="stack far" hidden={confirming}>
        <SignedInNotice />
        <InfoNote>{priceChangeText || null}</InfoNote>
        <WayForwardCallout
          way={way === 'otherPlace' ? subject.wayAfterRefusal : way}
          ticketCode={payment.ticket_code}
        />
        {payment.attempts_left === 0 && !isAuthenticating(payment) ? (
          <AttemptsExhausted payment={payment} subject={subject} />
        ) : (
          children(payment, reason)
        )}
        {subject.renderPriceDetails(polled.reload)}
        {reason !== null && <OtherMethodButtons payment={payment} />}
        <ChangeOrCancelButtons payment={payment} onCancel={cancel} />
        {reason !== null && way === 'retry' && payment.attempts_left > 0 && (
          <WayForwardCallout way={subject.wayAfterRefusal} ticketCode={payment.ticket_code} />
        )}
      </div>
    </>
  )
}

function useOtherLocalPayment(view: PaymentView) {
  const payment = view.state === 'ready' ? view.payment : null
  const known = useLocalPayment({ code: payment?.ticket_code, answeredAt: payment?.server_now ?? null })
  if (known.display === 'answer' || payment === null) return null
  return known.display === 'confirming' && known.sent.id === sha256(payment.ws_token) ? null : known
}

function OtherMethodButtons({ payment }: { payment: WireTransaction }) {
  const offered = useSession()?.configs.methods ?? []
  if (payment.attempts_left === 0) return null
  const query = { ticket: payment.ticket_code, ptoken: payment.ws_token }
  return captureTermsOf(payment)
    .methods.map((name) => methods[name])
    .filter(({ name, card }) => card === null && offered.includes(name))
    .map(({ name, icon, receiptText }) => (
      <Button
        key={name}
        type="button"
        variant="plain"
        icon={icon}
        onClick={() => go('ticket.paymentType', { query: { ...query, method: name } })}
      >
        {`Pagar com ${receiptText}`}
      </Button>
    ))
}

const draftName = 'enteredAs'

/**
 * Beside a guest's typed card, names the account that the payment goes to since a sign-in (docs/spec.md#r26).
 * Survives reloads, until the payment or a logout.
 */
function SignedInNotice() {
  const user = useSession()?.user ?? null
  const [wasGuest] = useState(() => lastKnownUserId() === 0)
  const isNew = user !== null && (wasGuest || readDraft(draftName)['user'] === String(user.id))
  const text = isNew ? userChangedText(0, user) : null
  useEffect(() => {
    if (!isNew) return
    dismissNoticeText(userChangedText(0, user))
    writeDraft(draftName, { user: String(user.id) })
  }, [isNew, user])
  if (text === null) return null
  return (
    <Callout tone="warn" title={text}>
      <p>O pagamento e o recibo ficam nessa conta.</p>
      <Button variant="plain" onClick={() => go('logout')}>
        Não sou eu
      </Button>
    </Callout>
  )
}
