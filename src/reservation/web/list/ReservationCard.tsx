import { Button } from '#kit/web/Button.tsx'
import { Icon } from '#kit/web/Icon.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { Countdown } from '#checkout/web/ticket/Countdown.tsx'
import { TicketCard } from '#checkout/web/ticket/TicketCard.tsx'
import { ExitCountdown } from '#parking/web/ExitCountdown.tsx'
import type { WireTransaction } from '#payment/contract.ts'
import type { WireReserve } from '../../shown.ts'
import { reserveOf, vehicleFacts } from '../reserved.ts'
import { cancelReservation } from './cancelReservation.ts'
import { QrCode } from '../QrCode.tsx'
import css from '../Reservation.module.css'
import { RunningValue } from './RunningValue.tsx'
import { stateText } from '../stateText.ts'

type Props = {
  payment: WireTransaction
  /** From the cache: shown without actions. */
  offline: boolean
  onChanged: () => void
}

/** A reservation as a ticket, with its state, gate code and actions. */
export function ReservationCard({ payment, offline, onChanged }: Props) {
  const reserve = reserveOf(payment)
  if (reserve === null) return null
  const { ws_token: token, time_zone: zone } = payment
  const inside = isInside(reserve)
  return (
    <TicketCard code={payment.ticket_code} lot={reserve.lot} facts={vehicleFacts(payment)}>
      <p className={css.standing}>
        <Icon name={inside ? 'car' : 'reserve'} size={22} />
        <span>{stateText(reserve, zone)}</span>
      </p>
      {reserve.pay_until !== null && (
        <Countdown
          label="Pagar até"
          deadline={reserve.pay_until}
          paying
          timeZone={zone}
          over="O prazo para pagar terminou."
          onOver={onChanged}
        />
      )}
      {inside && !offline && <RunningValue token={token} />}
      {reserve.exit_until !== null && (
        <ExitCountdown
          deadline={reserve.exit_until}
          timeZone={zone}
          over="O prazo terminou. Autorize a saída de novo."
          onOver={onChanged}
        />
      )}
      {reserve.has_qrcode && <QrCode token={token} />}
      {!offline && <Next payment={payment} reserve={reserve} onChanged={onChanged} />}
    </TicketCard>
  )
}

type NextProps = Pick<Props, 'payment' | 'onChanged'> & { reserve: WireReserve }

function Next({ payment, reserve, onChanged }: NextProps) {
  const query = { ticket: payment.ticket_code, ptoken: payment.ws_token }
  const cancel = () => void cancelReservation(payment).then((done) => done && onChanged())
  return (
    <div className={css.buttons}>
      {reserve.state === 'held' && (
        <RouteLink to="ticket.paymentType" query={query} look="primary" icon="card">
          PAGAR RESERVA
        </RouteLink>
      )}
      {isInside(reserve) && (
        <RouteLink to="reserve.paymentConfirm" query={query} look="primary" icon="exit">
          AUTORIZAR SAÍDA
        </RouteLink>
      )}
      {reserve.can_cancel && (
        <Button look="danger" onClick={cancel}>
          Cancelar reserva
        </Button>
      )}
    </div>
  )
}

function isInside({ state }: WireReserve): boolean {
  return state === 'entered' || state === 'surplus_due'
}
