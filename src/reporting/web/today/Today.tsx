import { useCall } from '#kit/web/call/useLoad.ts'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { readToday, type Waiting } from '../../today.ts'
import { LotCard } from './LotCard.tsx'
import css from './Today.module.css'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { FigureLink } from './FigureLink.tsx'

/** docs/back-office.md#hoje */
export function Today() {
  const { view, reload } = useCall(readToday, { query: {} })
  if (view.state === 'loading') return <Skeleton lines={8} label="Somando o dia de hoje, aguarde..." />
  if (view.state === 'failed')
    return (
      <LoadFailed title="Não foi possível carregar o dia de hoje" failure={view.failure} reload={reload} />
    )
  const { lots, waiting, server_now: now } = view.value.data
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

const texts: Readonly<Record<keyof Waiting, readonly [string, string]>> = {
  unknown: ['pagamento sem resposta do banco', 'pagamentos sem resposta do banco'],
  review: ['pagamento espera uma decisão', 'pagamentos esperam uma decisão'],
  disputes: ['contestação aberta', 'contestações abertas'],
  alerts: ['alerta', 'alertas'],
  contests: ['reclamação aberta', 'reclamações abertas'],
  notes: ['nota fiscal parada', 'notas fiscais paradas'],
}

const names = ['unknown', 'review', 'disputes', 'alerts', 'contests', 'notes'] as const

function WaitingNotice({ waiting }: { waiting: Waiting }) {
  const found = names.filter((name) => waiting[name].value > 0)
  if (found.length === 0) return null
  return (
    <Situation tone="warn" title="Esperam por você">
      <ul className={css.waiting}>
        {found.map((name) => {
          const { value, list } = waiting[name]
          const [one, more] = texts[name]
          return (
            <li key={name}>
              <FigureLink list={list}>{`${value} ${value === 1 ? one : more}`}</FigureLink>
            </li>
          )
        })}
      </ul>
    </Situation>
  )
}
