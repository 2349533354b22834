import { useEffect } from 'react'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { Steps } from '#counter/web/Steps.tsx'
import { Page } from '#kit/web/page/Page.tsx'
import { Countdown } from '#counter/web/ticket/Countdown.tsx'
import { dateTimeText } from '#kit/web/time/instants.ts'
import { TicketCard } from '#counter/web/ticket/TicketCard.tsx'
import type { WireTransaction } from '#payment/contract.ts'
import { Leave } from '#payment/web/done/PaymentDone.tsx'
import type { WireReserve } from '../shown.ts'
import { HowToPark } from './HowToPark.tsx'
import { keepReservations, keptReservations } from './kept.ts'
import { QrCode } from './QrCode.tsx'
import { reserveOf } from './reserved.ts'
import { vehicleFacts } from './vehicleFacts.ts'

/** A reservation after its payment (docs/screens.md#22-payment-done): reserved, exit authorised, or over. */
export function ReservedDone({ payment }: { payment: WireTransaction }) {
  const reserve = reserveOf(payment)
  useEffect(() => {
    const others = (keptReservations() ?? []).filter(({ ws_token }) => ws_token !== payment.ws_token)
    keepReservations([payment, ...others])
  }, [payment])
  if (reserve === null) return null
  const { title, text } = saying(payment, reserve)
  return (
    <Page
      title={pageTitle(reserve)}
      steps={<Steps at="done" />}
      aside={
        <>
          <Situation tone={toneOf(reserve)} title={title}>
            {text !== null && <p>{text}</p>}
          </Situation>
          <ReservedTicket payment={payment} reserve={reserve} />
        </>
      }
    >
      {reserve.state === 'preauthorised' && (
        <HowToPark arriveUntil={dateTimeText(reserve.arrive_until, payment.time_zone)} />
      )}
      <Leave />
    </Page>
  )
}

function ReservedTicket({ payment, reserve }: { payment: WireTransaction; reserve: WireReserve }) {
  return (
    <TicketCard
      code={payment.ticket_code}
      lot={reserve.lot}
      valueHuman={payment.valueHuman}
      valueLabel={payment.state === 'authorised' ? 'Valor pré-autorizado' : 'Valor'}
      facts={vehicleFacts(payment)}
    >
      {reserve.exit_until !== null && (
        <Countdown
          label="Sair até"
          deadline={reserve.exit_until}
          timeZone={payment.time_zone}
          over="O prazo terminou. Autorize a saída de novo no menu."
        />
      )}
      {reserve.has_qrcode && <QrCode token={payment.ws_token} />}
    </TicketCard>
  )
}

function pageTitle({ state }: WireReserve): string {
  if (state === 'exit_confirmed') return 'Saída autorizada'
  return state === 'preauthorised' ? 'Pagamento concluído' : 'Sua reserva'
}

function toneOf({ state }: WireReserve): 'go' | 'warn' | 'sign' {
  if (state === 'preauthorised' || state === 'exit_confirmed' || state === 'exited') return 'go'
  return state === 'no_show' || state === 'surplus_due' ? 'warn' : 'sign'
}

function saying(
  payment: WireTransaction,
  { state, retained }: WireReserve,
): { title: string; text: string | null } {
  const charged =
    payment.state === 'captured'
      ? `R$ ${payment.valueHuman} foi cobrado do cartão e o resto foi liberado.`
      : null
  switch (state) {
    case 'preauthorised':
      return {
        title: 'Vaga reservada com sucesso!',
        text: 'O valor está apenas pré-autorizado no seu cartão.',
      }
    case 'exit_confirmed':
      return {
        title: 'Saída autorizada!',
        text: charged ?? 'Nada foi cobrado: o valor pré-autorizado foi liberado.',
      }
    case 'exited':
      return { title: 'Boa viagem! Esta reserva foi concluída.', text: charged }
    case 'cancelled':
      return { title: 'Reserva cancelada', text: keptText(payment, retained) }
    case 'no_show':
      return { title: 'O veículo não chegou a tempo', text: keptText(payment, retained) }
    case 'surplus_due':
      return {
        title: 'Falta pagar a diferença',
        text: 'O valor passou do que foi pré-autorizado. Pague a diferença no menu para liberar a saída.',
      }
    default:
      return { title: 'Veículo no estacionamento', text: 'Quando for sair, autorize a saída no menu.' }
  }
}

function keptText(payment: WireTransaction, retained: WireReserve['retained']): string {
  return payment.state === 'captured' && retained.value > 0
    ? `R$ ${payment.valueHuman} foi retido, como informado antes do pagamento. O resto foi liberado no seu cartão.`
    : 'O valor pré-autorizado foi liberado no seu cartão.'
}
