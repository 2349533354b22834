import { useState, useCallback, useEffect } from 'react'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { Fold } from '#kit/web/page/Fold.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import type { WireTransaction } from '#payment/contract.ts'
import { formatPlate } from '#vehicle/formatPlate.ts'
import css from '../Reservation.module.css'
import { cachedReservations, cacheReservations } from '../offlineCache.ts'
import { reserveOf } from '../reserveOfPayment.ts'
import { ReservationCard, reserveStateText } from './ReservationCard.tsx'
import { isReserveActive, type ReserveState } from '../../reservationState.ts'
import { call } from '#kit/web/call/call.ts'
import { useLoad, type LoadState } from '#kit/web/call/useLoad.ts'
import { listReserves } from '../../contract.ts'
import { useSession } from '#session/web/session.ts'

/** docs/spec.md#menu. The menu below shows meanwhile only where the last answer had none, so that it does not jump. */
export default function ReservationsList() {
  const { view, reload } = useReservations()
  const [hadNone] = useState(() => cachedReservations()?.length === 0)
  if (view.state === 'loading')
    return hadNone ? null : <Skeleton lines={9} label="Buscando suas reservas..." />
  if (view.state === 'failed') {
    return (
      <LoadFailed title="Não foi possível carregar suas reservas" failure={view.failure} reload={reload} />
    )
  }
  const { list, isCached } = view.value
  if (list.length === 0 && !isCached) return null
  const active = list
    .filter(({ reserve }) => reserve && isReserveActive(reserve.state))
    .sort((one, other) => stateRank(one) - stateRank(other))
  const past = list.filter(({ reserve }) => reserve && !isReserveActive(reserve.state))
  const [now, ...next] = active.map((payment, at) => (
    <ReservationCard
      key={payment.ws_token}
      payment={payment}
      offline={isCached}
      isFirst={at === 0}
      onChanged={reload}
    />
  ))
  return (
    <section className={`${css.list} stack far`} aria-label="Minhas reservas">
      {isCached && (
        <Callout tone="sign" title="Sem conexão" icon="offline">
          <p>Estas são as reservas guardadas neste aparelho. Elas se atualizam quando o sinal voltar.</p>
        </Callout>
      )}
      {now && <h2>Agora</h2>}
      {now}
      {next.length > 0 && (
        <Fold title={`Próximas (${next.length})`}>
          <div className={`${css.list} stack far`}>{next}</div>
        </Fold>
      )}
      {past.length > 0 && <PastReservations list={past} />}
    </section>
  )
}

const stateOrder: readonly ReserveState[] = ['entered', 'surplus_due', 'exit_confirmed', 'held']

/** Cars inside come first, then unpaid spaces, then awaited cars. */
function stateRank({ reserve }: WireTransaction): number {
  const at = reserve ? stateOrder.indexOf(reserve.state) : -1
  return at < 0 ? stateOrder.length : at
}

function PastReservations({ list }: { list: readonly WireTransaction[] }) {
  return (
    <Fold title={`Anteriores (${list.length})`}>
      <ul className={`${css.past} stack`}>
        {list.map((payment) => {
          const reserve = reserveOf(payment)
          if (reserve === null) return null
          return (
            <li key={payment.ws_token}>
              <strong>{`${payment.vehicle_name}, ${formatPlate(payment.vehicle_license_plate ?? '')}`}</strong>
              <span>{reserveStateText(reserve, payment.time_zone)}</span>
              <small>
                {[
                  reserve.lot,
                  payment.paid_at !== null && dateTimeText(payment.paid_at, payment.time_zone),
                  payment.state === 'captured' && `R$\u00a0${payment.valueHuman}`,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </small>
            </li>
          )
        })}
      </ul>
    </Fold>
  )
}

type Reservations = { list: readonly WireTransaction[]; isCached: boolean }

function useReservations(): { view: LoadState<Reservations>; reload: () => void } {
  const { view, reload } = useLoad(
    useCallback(async (signal: AbortSignal): Promise<Reservations> => {
      const { data } = await call(listReserves, { signal })
      return { list: data, isCached: false }
    }, []),
  )
  const fresh = view.state === 'ready' ? view.value.list : null
  const userId = useSession()?.user?.id
  useEffect(() => {
    // The list may load before the session.
    if (fresh !== null && userId !== undefined) cacheReservations(userId, fresh)
  }, [fresh, userId])
  if (view.state === 'failed' && view.failure.status === 0) {
    const list = cachedReservations()
    if (list !== null)
      return { view: { state: 'ready', value: { list, isCached: true }, refreshing: false }, reload }
  }
  return { view, reload }
}
