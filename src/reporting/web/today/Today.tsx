import { useCallback } from 'react'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { readToday } from '../../today.ts'
import { LotCard } from './LotCard.tsx'
import css from './Today.module.css'
import { WaitingNotice } from './WaitingNotice.tsx'

/** docs/back-office.md#hoje */
export function Today() {
  const { view, reload } = useLoad(
    useCallback(async (signal: AbortSignal) => (await call(readToday, { query: {}, signal })).data, []),
  )
  if (view.state === 'loading') return <Skeleton lines={8} label="Somando o dia de hoje, aguarde..." />
  if (view.state === 'failed')
    return (
      <LoadFailed title="Não foi possível carregar o dia de hoje" failure={view.failure} reload={reload} />
    )
  const { lots, waiting, server_now: now } = view.value
  if (lots.length === 0) return null
  return (
    <section className={css.today} aria-labelledby="today">
      <div className={css.head}>
        <h2 id="today">Hoje</h2>
        <RouteLink to="staff.occupancy">Ver a ocupação por hora</RouteLink>
      </div>
      <WaitingNotice waiting={waiting} />
      <div className={css.lots}>
        {lots.map((lot) => (
          <LotCard key={lot.id} lot={lot} now={now} />
        ))}
      </div>
    </section>
  )
}
