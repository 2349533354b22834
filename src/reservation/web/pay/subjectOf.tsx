import { TicketCard } from '#checkout/web/ticket/TicketCard.tsx'
import { termsOf } from '#payment/method/captureTerms.ts'
import { isPaid } from '#payment/paymentState.ts'
import type { SubjectOf } from '#payment/web/subject.ts'
import { shownTicket } from '#ticket/web/shownTicket.ts'
import { isReleased, isReserved, reserveOf, vehicleFacts } from '../reserved.ts'
import { MoneyCard } from './MoneyCard.tsx'
import { Actions } from '#kit/web/page/Page.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { useSession } from '#session/web/session.ts'

export const subjectOf: SubjectOf = (payment) =>
  termsOf(payment).take === 'hold' ? shownSpace(payment) : shownTicket(payment)

const shownSpace: SubjectOf = (payment) => {
  const reserve = reserveOf(payment)
  return {
    question: 'Com qual cartão de crédito você quer reservar?',
    cancelText: 'Nada será cobrado e a vaga será liberada.',
    keepsTicket: false,
    reprice: null,
    refused: 'card',
    exhausted: {
      title: 'As tentativas deste pagamento acabaram',
      text: 'Nada foi cobrado. Para usar outro cartão, cancele este pagamento e reserve de novo.',
      way: 'staff',
    },
    isDone: isReserved(payment) || isPaid(payment.state),
    ended: isReleased(payment) ? <Released /> : null,
    card: reserve && (
      <TicketCard
        code={payment.ticket_code}
        lot={reserve.lot}
        valueHuman={payment.valueHuman}
        facts={vehicleFacts(payment)}
        compact
      />
    ),
    money: (onOver) =>
      reserve && <MoneyCard reserve={reserve} timeZone={payment.time_zone} onOver={onOver} />,
  }
}

export function Released() {
  const offered = useSession()?.configs.reserve.value !== 0
  return (
    <>
      <Situation tone="warn" title="Esta reserva não foi paga a tempo" takesFocus>
        <p>
          {`A vaga foi liberada e nada foi cobrado.${offered ? ' Você pode reservar de novo, se ainda houver vagas.' : ''}`}
        </p>
      </Situation>
      <Actions>
        {offered && (
          <RouteLink to="reserve.add" look="primary" icon="reserve">
            FAZER NOVA RESERVA
          </RouteLink>
        )}
        <RouteLink to="user.menu" look={offered ? 'quiet' : 'primary'}>
          Voltar ao menu
        </RouteLink>
      </Actions>
    </>
  )
}
