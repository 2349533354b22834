import { TicketCard, Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { captureTermsOf } from '#payment/method/captureTerms.ts'
import { isPaid } from '#payment/paymentState.ts'
import type { SubjectOf } from '#payment/web/subjectDisplay.ts'
import { ticketSubject } from '#ticket/web/ticketSubject.ts'
import { isReleased, isReserved, reserveOf, vehicleFacts } from '../reserveOfPayment.ts'
import { Actions, Panel } from '#kit/web/page/Page.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { useSession } from '#session/web/session.ts'
import { Countdown } from '#checkout/web/ticket/Countdown.tsx'
import { formatDayAndTime } from '#kit/web/time/instantTexts.ts'
import { RatePanel } from '#ticket/web/rate/RatePanel.tsx'
import type { WireReserve } from '../../wireReserve.ts'

export const subjectOf: SubjectOf = (payment) =>
  captureTermsOf(payment).captureMode === 'hold' ? reservationSubject(payment) : ticketSubject(payment)

const reservationSubject: SubjectOf = (payment) => {
  const reserve = reserveOf(payment)
  return {
    question: 'Com qual cartão de crédito você quer reservar?',
    cancelText: 'Nada será cobrado e a vaga será liberada.',
    keepsTicket: false,
    reprice: null,
    wayAfterRefusal: 'card',
    exhausted: {
      title: 'As tentativas deste pagamento acabaram',
      text: 'Nada foi cobrado. Para usar outro cartão, cancele este pagamento e reserve de novo.',
      way: 'staff',
    },
    isDone: isReserved(payment) || isPaid(payment.state),
    endedNotice: isReleased(payment) ? <ReservationReleased /> : null,
    card: reserve && (
      <TicketCard
        code={payment.ticket_code}
        lot={reserve.lot}
        valueHuman={payment.valueHuman}
        facts={vehicleFacts(payment)}
        compact
      />
    ),
    renderPriceDetails: (onOver) =>
      reserve && <HoldTerms reserve={reserve} timeZone={payment.time_zone} onOver={onOver} />,
  }
}

export function ReservationReleased() {
  const isOffered = useSession()?.configs.reserve.value !== 0
  return (
    <>
      <Callout tone="warn" title="Esta reserva não foi paga a tempo" takesFocus>
        <p>
          {`A vaga foi liberada e nada foi cobrado.${isOffered ? ' Você pode reservar de novo, se ainda houver vagas.' : ''}`}
        </p>
      </Callout>
      <Actions>
        {isOffered && (
          <RouteLink to="reserve.add" variant="primary" icon="reserve">
            FAZER NOVA RESERVA
          </RouteLink>
        )}
        <RouteLink to="user.menu" variant={isOffered ? 'quiet' : 'primary'}>
          Voltar ao menu
        </RouteLink>
      </Actions>
    </>
  )
}

type Props = { reserve: WireReserve; timeZone: string; onOver: () => void }

/** docs/reservation.md#money */
function HoldTerms({ reserve, timeZone, onOver }: Props) {
  const { hold, retained, arrive_until, pay_until } = reserve
  const arrive = formatDayAndTime(arrive_until, timeZone)
  return (
    <>
      <Panel title="Como é cobrado">
        <Facts
          facts={[
            { label: 'Pré-autorizado agora', value: `R$\u00a0${hold.valueHuman}` },
            {
              label: 'Retido em caso de cancelamento',
              value: retained.value > 0 ? `R$\u00a0${retained.valueHuman}` : 'Nada',
            },
            { label: 'Chegada até', value: arrive },
          ]}
        />
        <p className="soft">
          A pré-autorização reserva o valor no limite do cartão. Na saída, só o tempo usado é cobrado e o
          resto é liberado; o que passar desse valor é pago antes de sair.
        </p>
        <p className="soft">{retainedText(reserve, arrive)}</p>
        {pay_until !== null && (
          <Countdown
            label="Vaga guardada até"
            deadline={pay_until}
            isPaymentDeadline
            timeZone={timeZone}
            expiredText="O prazo para pagar terminou e a vaga foi liberada."
            onExpired={onOver}
          />
        )}
      </Panel>
      <RatePanel lotId={reserve.lot_id} lot={reserve.lot} />
    </>
  )
}

function retainedText({ retained }: WireReserve, arrive: string): string {
  return retained.value > 0
    ? `Se você cancelar antes de entrar, ou não chegar até ${arrive}, R$\u00a0${retained.valueHuman} são cobrados e o resto é liberado.`
    : 'Se você cancelar antes de entrar, ou não chegar a tempo, nada é cobrado.'
}
