import type { WireTransaction } from '#payment/contract.ts'
import { PaymentDone, ContestLink, FinishButton } from '#payment/web/outcome/PaymentDone.tsx'
import { LazyProof } from '#receipt/web/LazyProof.tsx'
import { ReceiptEmailButton } from '#receipt/web/ReceiptEmailButton.tsx'
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
import { CalendarButton } from '#payment/web/outcome/CalendarButton.tsx'
import { isPaid } from '#payment/paymentState.ts'
import { useSession } from '#session/web/session.ts'
import type { WireReserve } from '../wireReserve.ts'
import { paymentOutcomeOf, type PaymentOutcome } from './paymentOutcome.ts'
import { cacheReservations, cachedReservations } from './offlineCache.ts'
import { QrCode } from './QrCode.tsx'

const renderReserved = (payment: WireTransaction) =>
  isReserved(payment) ? <ReservedDone payment={payment} /> : null

const renderProof = (token: string, hasShare: boolean) => <LazyProof token={token} hasShare={hasShare} />

export default function PaymentDonePage() {
  return (
    <PaymentDone
      renderReservation={renderReserved}
      renderProof={renderProof}
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
          <HowToPark arriveUntil={formatDayAndTime(reserve.arrive_until, payment.time_zone)} />
        </>
      )}
      <FinishButton />
      {(reserve.state === 'preauthorised' || reserve.exit_until !== null) && (
        <CalendarButton token={payment.ws_token} />
      )}
      {isPaid(payment.state) && (
        <>
          <LazyProof token={payment.ws_token} />
          <ContestLink token={payment.ws_token} />
        </>
      )}
    </Page>
  )
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

function HowToPark({ arriveUntil }: { arriveUntil: string }) {
  return (
    <Panel title="Como usar a sua vaga">
      <p>
        As vagas reservadas ficam no <strong>2º andar</strong>, com <strong>sensores de cor branca</strong>.
        Chegue até <strong translate="no">{arriveUntil}</strong>.
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
