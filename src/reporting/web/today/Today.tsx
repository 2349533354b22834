import type { ReplyOf } from '#kit/endpoint.ts'
import { keysOf } from '#kit/text/lookUp.ts'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { readToday, type Waiting } from '../../today.ts'
import ops from '#staff/web/backoffice/Ops.module.css'
import { FigureLink } from './FigureLink.tsx'
import { FigureStrip } from './FigureStrip.tsx'
import { LotsTable } from './LotsTable.tsx'
import css from './Today.module.css'

/** docs/back-office.md#hoje */
export function Today() {
  return (
    <LoadView
      load={useCall(readToday, { query: {} })}
      label="Somando o dia de hoje, aguarde..."
      failed="Não foi possível carregar o dia de hoje"
    >
      {({ data }) => <TodaySection {...data} />}
    </LoadView>
  )
}

function TodaySection({ lots, waiting, server_now: now }: ReplyOf<typeof readToday>['data']) {
  if (lots.length === 0) return null
  return (
    <section className={`${ops.wide} stack loose`} aria-label="Hoje">
      <FigureStrip lots={lots} />
      <WaitingChips waiting={waiting} />
      <LotsTable lots={lots} now={now} />
    </section>
  )
}

const waitingRows = {
  unknown: { one: 'sem resposta do banco', more: 'sem resposta do banco', isUrgent: true },
  review: { one: 'em análise', more: 'em análise', isUrgent: true },
  disputes: { one: 'contestação', more: 'contestações', isUrgent: false },
  contests: { one: 'reclamação', more: 'reclamações', isUrgent: false },
  tills: { one: 'caixa sem motivo', more: 'caixas sem motivo', isUrgent: false },
  alerts: { one: 'aviso', more: 'avisos', isUrgent: true },
  notes: { one: 'nota fiscal parada', more: 'notas fiscais paradas', isUrgent: false },
} as const satisfies Readonly<Record<keyof Waiting, { one: string; more: string; isUrgent: boolean }>>

function WaitingChips({ waiting }: { waiting: Waiting }) {
  const found = keysOf(waitingRows).filter((name) => waiting[name].value > 0)
  if (found.length === 0) return null
  return (
    <div className={`${css.waiting} row`}>
      <p id="waiting">Esperam por você</p>
      <ul className="row" aria-labelledby="waiting">
        {found.map((name) => {
          const { value, list } = waiting[name]
          const { one, more, isUrgent } = waitingRows[name]
          return (
            <li key={name} className={isUrgent ? css.urgent : undefined}>
              <FigureLink list={list}>
                <strong>{value}</strong>
                <span>{` ${value === 1 ? one : more}`}</span>
              </FigureLink>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
