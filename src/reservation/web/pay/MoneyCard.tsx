import { Countdown } from '#checkout/web/ticket/Countdown.tsx'
import { momentText } from '#kit/web/time/instants.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { Rate } from '#ticket/web/rate/Rate.tsx'
import type { WireReserve } from '../../shown.ts'
import css from '../Reservation.module.css'

type Props = { reserve: WireReserve; timeZone: string; onOver: () => void }

/** docs/reservation.md#money */
export function MoneyCard({ reserve, timeZone, onOver }: Props) {
  const { hold, retained, arrive_until, pay_until } = reserve
  const arrive = momentText(arrive_until, timeZone)
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
        <p className={css.soft}>
          A pré-autorização reserva o valor no limite do cartão. Na saída, só o tempo usado é cobrado e o
          resto é liberado; o que passar desse valor é pago antes de sair.
        </p>
        <p className={css.soft}>{retainedText(reserve, arrive)}</p>
        {pay_until !== null && (
          <Countdown
            label="Vaga guardada até"
            deadline={pay_until}
            paying
            timeZone={timeZone}
            over="O prazo para pagar terminou e a vaga foi liberada."
            onOver={onOver}
          />
        )}
      </Panel>
      <Rate lotId={reserve.lot_id} lot={reserve.lot} />
    </>
  )
}

function retainedText({ retained }: WireReserve, arrive: string): string {
  return retained.value > 0
    ? `Se você cancelar antes de entrar, ou não chegar até ${arrive}, R$\u00a0${retained.valueHuman} são cobrados e o resto é liberado.`
    : 'Se você cancelar antes de entrar, ou não chegar a tempo, nada é cobrado.'
}
