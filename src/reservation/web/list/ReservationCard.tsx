import { useState, useEffect } from 'react'
import { Button, type ButtonVariant } from '#kit/web/Button.tsx'
import { Icon } from '#kit/web/Icon.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { Countdown } from '#checkout/web/ticket/Countdown.tsx'
import { TicketCard } from '#checkout/web/ticket/TicketCard.tsx'
import { ExitCountdown } from '#parking/web/ExitCountdown.tsx'
import type { WireTransaction } from '#payment/contract.ts'
import type { WireReserve } from '../../wireReserve.ts'
import { isInside } from '../../reservationState.ts'
import { reserveOf, vehicleFacts } from '../reserveOfPayment.ts'
import { QrCode } from '../QrCode.tsx'
import css from '../Reservation.module.css'
import { formatDayAndTime, whenText } from '#kit/web/time/instantTexts.ts'
import { call } from '#kit/web/call/call.ts'
import { confirm } from '#kit/web/dialog/confirm.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify, notifyFailure } from '#kit/web/notice/notify.ts'
import { cancelReserve, getValue } from '../../contract.ts'
import { useCall } from '#kit/web/call/useCall.ts'

type Props = {
  payment: WireTransaction
  offline: boolean
  isFirst?: boolean
  onChanged: () => void
}

export function ReservationCard({ payment, offline, isFirst = false, onChanged }: Props) {
  const reserve = reserveOf(payment)
  if (reserve === null) return null
  const { ws_token: token, time_zone: zone } = payment
  const inside = isInside(reserve.state)
  const isCodeFirst = !inside && reserve.state !== 'held'
  const firstVariant = isFirst ? 'primary' : 'plain'
  return (
    <TicketCard code={payment.ticket_code} lot={reserve.lot} facts={vehicleFacts(payment)}>
      <p className={css.standing}>
        <Icon name={inside ? 'car' : 'reserve'} size={22} />
        <span>{reserveStateText(reserve, zone)}</span>
      </p>
      {reserve.pay_until !== null && (
        <Countdown
          label="Pagar até"
          deadline={reserve.pay_until}
          isPaymentDeadline
          timeZone={zone}
          expiredText="O prazo para pagar terminou."
          onExpired={onChanged}
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
      {!offline && <NextAction payment={payment} reserve={reserve} variant={firstVariant} />}
      {reserve.has_qrcode && <GateCode token={token} variant={isCodeFirst ? firstVariant : 'quiet'} />}
      {reserve.can_cancel && !offline && (
        <Button
          variant="danger"
          onClick={() => void cancelReservation(payment).then((done) => done && onChanged())}
        >
          Cancelar reserva
        </Button>
      )}
    </TicketCard>
  )
}

function GateCode({ token, variant }: { token: string; variant: ButtonVariant }) {
  const [isShown, show] = useState(false)
  return (
    <>
      <div hidden={!isShown}>
        <QrCode token={token} />
      </div>
      <Button
        type="button"
        variant={isShown ? 'quiet' : variant}
        aria-expanded={isShown}
        onClick={() => show(!isShown)}
      >
        {isShown ? 'Ocultar QR code' : 'MOSTRAR QR CODE'}
      </Button>
    </>
  )
}

type NextActionProps = Pick<Props, 'payment'> & { reserve: WireReserve; variant: ButtonVariant }

function NextAction({ payment, reserve, variant }: NextActionProps) {
  const query = { ticket: payment.ticket_code, ptoken: payment.ws_token }
  if (reserve.state === 'held') {
    return (
      <RouteLink to="ticket.paymentType" query={query} variant={variant} icon="card">
        PAGAR RESERVA
      </RouteLink>
    )
  }
  if (!isInside(reserve.state)) return null
  return (
    <RouteLink to="reserve.paymentConfirm" query={query} variant={variant} icon="exit">
      AUTORIZAR SAÍDA
    </RouteLink>
  )
}

/** True when the list must be reloaded. */
async function cancelReservation(payment: WireTransaction): Promise<boolean> {
  const reserve = reserveOf(payment)
  const sure = await confirm('Cancelar esta reserva?', {
    text:
      reserve?.state !== 'preauthorised'
        ? 'A vaga será liberada. Nada foi cobrado.'
        : reserve.retained.value > 0
          ? `R$ ${reserve.retained.valueHuman} serão cobrados do cartão, como informado antes do pagamento. O resto da pré-autorização será liberado.`
          : 'Toda a pré-autorização será liberada no seu cartão.',
    yes: 'Cancelar reserva',
    no: 'Manter reserva',
    danger: true,
  })
  if (!sure) return false
  try {
    await whileLoading(call(cancelReserve, { params: { token: payment.ws_token } }))
    notify('Reserva cancelada.', 'success', 3_000)
  } catch (failure) {
    notifyFailure(failure)
  }
  return true
}

const pollIntervalMs = 30_000

function RunningValue({ token }: { token: string }) {
  const { view, reload } = useCall(getValue, { params: { token } })
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), pollIntervalMs)
    return () => clearInterval(timer)
  })
  if (view.state === 'failed') return <p className="small">O valor não pôde ser calculado agora.</p>
  if (view.state === 'loading') {
    return (
      <p className={css.running}>
        <span className="small">Calculando o valor...</span>
        <strong aria-hidden="true">R$</strong>
        <span className="small">&nbsp;</span>
      </p>
    )
  }
  const { valueHuman, time, hold, due } = view.value.data
  return (
    <p className={css.running}>
      <span className="small">{`Valor até agora${time === '' ? '' : `, ${time}`}`}</span>
      <strong translate="no">{`R$ ${valueHuman}`}</strong>
      <span className="small">
        {due.value > 0
          ? `R$ ${due.valueHuman} além da pré-autorização`
          : `dentro dos R$ ${hold.valueHuman} pré-autorizados`}
      </span>
    </p>
  )
}

const reserveStateLabels = {
  held: 'Aguardando pagamento',
  surplus_due: 'Falta pagar a diferença',
  exit_confirmed: 'Saída autorizada',
  exited: 'Concluída',
  cancelled: 'Cancelada',
  no_show: 'O veículo não chegou a tempo',
  released: 'Não foi paga a tempo',
} as const

export function reserveStateText({ state, arrive_until, entered_at }: WireReserve, zone: string): string {
  if (state === 'preauthorised') return `Reservada, chegada até ${formatDayAndTime(arrive_until, zone)}`
  if (state !== 'entered') return reserveStateLabels[state]
  return entered_at === null ? 'No estacionamento' : `Entrou ${whenText(entered_at, zone)}`
}
