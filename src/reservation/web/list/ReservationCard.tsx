import { useState } from 'react'
import { Button, type ButtonLook } from '#kit/web/Button.tsx'
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
  /** From the cache: shown without calls. */
  offline: boolean
  leads?: boolean
  onChanged: () => void
}

export function ReservationCard({ payment, offline, leads = false, onChanged }: Props) {
  const reserve = reserveOf(payment)
  if (reserve === null) return null
  const { ws_token: token, time_zone: zone } = payment
  const inside = isInside(reserve)
  const isFirst = !inside && reserve.state !== 'held'
  const firstLook = leads ? 'primary' : 'plain'
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
      {!offline && <Next payment={payment} reserve={reserve} look={firstLook} />}
      {reserve.has_qrcode && <GateCode token={token} look={isFirst ? firstLook : 'quiet'} />}
      {reserve.can_cancel && !offline && (
        <Button
          look="danger"
          onClick={() => void cancelReservation(payment).then((done) => done && onChanged())}
        >
          Cancelar reserva
        </Button>
      )}
    </TicketCard>
  )
}

/** Loaded while hidden, for use offline. */
function GateCode({ token, look }: { token: string; look: ButtonLook }) {
  const [isShown, show] = useState(false)
  return (
    <>
      <div hidden={!isShown}>
        <QrCode token={token} />
      </div>
      <Button
        type="button"
        look={isShown ? 'quiet' : look}
        aria-expanded={isShown}
        onClick={() => show(!isShown)}
      >
        {isShown ? 'Ocultar QR code' : 'MOSTRAR QR CODE'}
      </Button>
    </>
  )
}

type NextProps = Pick<Props, 'payment'> & { reserve: WireReserve; look: ButtonLook }

function Next({ payment, reserve, look }: NextProps) {
  const query = { ticket: payment.ticket_code, ptoken: payment.ws_token }
  if (reserve.state === 'held') {
    return (
      <RouteLink to="ticket.paymentType" query={query} look={look} icon="card">
        PAGAR RESERVA
      </RouteLink>
    )
  }
  if (!isInside(reserve)) return null
  return (
    <RouteLink to="reserve.paymentConfirm" query={query} look={look} icon="exit">
      AUTORIZAR SAÍDA
    </RouteLink>
  )
}

function isInside({ state }: WireReserve): boolean {
  return state === 'entered' || state === 'surplus_due'
}
