import type { WireTransaction } from '#payment/contract.ts'
import { PaymentDone, ContestLink, FinishButton } from '#payment/web/outcome/PaymentDone.tsx'
import { LazyProof } from '#receipt/web/LazyProof.tsx'
import { ReceiptEmailButton } from '#receipt/web/ReceiptEmailButton.tsx'
import { RemindButton } from '#reminder/web/RemindButton.tsx'
import { isReserved, reserveOf, vehicleFacts } from './reserveOfPayment.ts'
import { useEffect } from 'react'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { Steps } from '#checkout/web/Steps.tsx'
import { Page, Panel } from '#kit/web/page/Page.tsx'
import { Icon } from '#kit/web/Icon.tsx'
import { formatDayAndTime } from '#kit/web/time/instantTexts.ts'
import { TicketCard } from '#checkout/web/ticket/TicketCard.tsx'
import { ExitCountdown } from '#parking/web/ExitCountdown.tsx'
import paymentCss from '#payment/web/Payment.module.css'
import { CalendarButton, remindedPayment } from '#payment/web/outcome/CalendarButton.tsx'
import { isPaid } from '#payment/paymentState.ts'
import { useSession } from '#session/web/session.ts'
import type { WireReserve } from '../wireReserve.ts'
import { paymentOutcomeOf, type PaymentOutcome } from './paymentOutcome.ts'
import { cacheReservations, cachedReservations } from './offlineCache.ts'
import { QrCode } from './QrCode.tsx'

const renderReserved = (payment: WireTransaction) =>
  isReserved(payment) ? <ReservedDone payment={payment} /> : null

const renderReminder = (token: string, until: string) => (
  <RemindButton token={token} until={until} to="leave" />
)

const renderProof = (token: string, hasShare: boolean) => <LazyProof token={token} hasShare={hasShare} />

export default function PaymentDonePage() {
  return (
    <PaymentDone
      renderReservation={renderReserved}
      renderProof={renderProof}
      renderReminder={renderReminder}
      ReceiptForm={ReceiptEmailButton}
    />
  )
}

function ReservedDone({ payment }: { payment: WireTransaction }) {
  const reserve = reserveOf(payment)
  const userId = useSession()?.user?.id
  useEffect(() => {
    if (userId === undefined) return
    const others = (cachedReservations() ?? []).filter(({ ws_token }) => ws_token !== payment.ws_token)
    cacheReservations(userId, [payment, ...others])
  }, [payment, userId])
  if (reserve === null) return null
  const { page, title, text, tone, amount } = paymentOutcomeOf(payment, reserve)
  return (
    <Page
      title={page}
      steps={<Steps />}
      aside={
        <>
          {reserve.state === 'preauthorised' ? (
            <p className={paymentCss.received}>
              <Icon name="check" size={22} />
              <span>{title}</span>
            </p>
          ) : (
            <Callout tone={tone} title={title}>
              {text !== null && <p>{text}</p>}
            </Callout>
          )}
          <ReservedTicketCard payment={payment} reserve={reserve} amount={amount} />
        </>
      }
    >
      {reserve.state === 'preauthorised' && (
        <>
          <p>{text}</p>
          <HowToPark reserve={reserve} timeZone={payment.time_zone} />
        </>
      )}
      <FinishButton />
      <ReservationCalendar payment={payment} reserve={reserve} />
      <ReservationReminder token={payment.ws_token} reserve={reserve} />
      {isPaid(payment.state) && (
        <>
          <LazyProof token={payment.ws_token} />
          <ContestLink token={payment.ws_token} />
        </>
      )}
    </Page>
  )
}

type CalendarProps = { payment: WireTransaction; reserve: WireReserve }

function ReservationCalendar({ payment, reserve: { state, arrive_until, exit_until } }: CalendarProps) {
  const reminded = remindedPayment(payment)
  if (reminded === null) return null
  if (exit_until !== null) return <CalendarButton payment={reminded} to="leave" until={exit_until} />
  return state === 'preauthorised' && <CalendarButton payment={reminded} to="arrive" until={arrive_until} />
}

function ReservationReminder({ token, reserve }: { token: string; reserve: WireReserve }) {
  const { state, exit_until, arrive_until } = reserve
  if (exit_until !== null) return <RemindButton token={token} to="leave" until={exit_until} />
  return state === 'preauthorised' && <RemindButton token={token} to="arrive" until={arrive_until} />
}

type TicketProps = { payment: WireTransaction; reserve: WireReserve; amount: PaymentOutcome['amount'] }

function ReservedTicketCard({ payment, reserve, amount }: TicketProps) {
  const code = reserve.has_qrcode && <QrCode token={payment.ws_token} />
  const leaves = reserve.exit_until !== null && (
    <ExitCountdown
      deadline={reserve.exit_until}
      timeZone={payment.time_zone}
      over="O prazo terminou. Autorize a saída de novo no menu."
      large
    />
  )
  // Below a QR code, plate and amount are rows, so that they stand above the button.
  const isRow = code !== false && !leaves && amount !== null
  return (
    <TicketCard
      code={payment.ticket_code}
      lot={reserve.lot}
      valueHuman={isRow ? undefined : amount?.valueHuman}
      valueLabel={amount?.label}
      facts={[
        ...vehicleFacts(payment),
        isRow && { label: amount.label, value: `R$\u00a0${amount.valueHuman}` },
      ]}
      lead={leaves || code}
    >
      {leaves && code}
    </TicketCard>
  )
}

function HowToPark({ reserve, timeZone }: { reserve: WireReserve; timeZone: string }) {
  return (
    <Panel title="Como usar a sua vaga">
      <p>
        <span>{reserve.reserve_hint}</span> Chegue até{' '}
        <strong translate="no">{formatDayAndTime(reserve.arrive_until, timeZone)}</strong>.
      </p>
      <p>
        Na entrada, uma câmera lê a placa do veículo e a cancela abre. Se a leitura falhar, aproxime este QR
        code do leitor.
      </p>
      <p>
        Antes de sair, <strong>autorize a saída</strong> pelo site ou aplicativo, para que o tempo seja
        calculado.
      </p>
    </Panel>
  )
}
