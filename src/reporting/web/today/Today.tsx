import type { ReplyOf } from '#kit/endpoint.ts'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { readToday, type Waiting, type LotToday, type Revenue, type FigureList } from '../../today.ts'
import css from './Today.module.css'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { useId, type ReactNode } from 'react'
import { keysOf } from '#kit/text/lookUp.ts'
import { numberText } from '#kit/text/formats.ts'
import { formatDayAndTime } from '#kit/web/time/instantTexts.ts'
import { formatReais } from '#kit/money.ts'

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

const waitingTexts = {
  unknown: ['pagamento sem resposta do banco', 'pagamentos sem resposta do banco'],
  review: ['pagamento espera uma decisão', 'pagamentos esperam uma decisão'],
  disputes: ['contestação aberta', 'contestações abertas'],
  alerts: ['alerta', 'alertas'],
  contests: ['reclamação aberta', 'reclamações abertas'],
  notes: ['nota fiscal parada', 'notas fiscais paradas'],
} as const satisfies Readonly<Record<keyof Waiting, readonly [string, string]>>

function WaitingNotice({ waiting }: { waiting: Waiting }) {
  const found = keysOf(waitingTexts).filter((name) => waiting[name].value > 0)
  if (found.length === 0) return null
  return (
    <Callout tone="warn" title="Esperam por você">
      <ul className={css.waiting}>
        {found.map((name) => {
          const { value, list } = waiting[name]
          const [one, more] = waitingTexts[name]
          return (
            <li key={name}>
              <FigureLink list={list}>{`${value} ${value === 1 ? one : more}`}</FigureLink>
            </li>
          )
        })}
      </ul>
    </Callout>
  )
}

function LotCard({ lot, now }: { lot: LotToday; now: string }) {
  const heading = useId()
  return (
    <article className={css.lot} aria-labelledby={heading}>
      <h3 id={heading}>{lot.name}</h3>
      <p className={css.total}>
        <FigureLink
          list={lot.total.list}
          label={`Recebido hoje em ${lot.name}: ${formatReais(lot.total.value)}`}
        >
          {formatReais(lot.total.value)}
        </FigureLink>
      </p>
      <WeekComparison taken={lot.total} time={formatDayAndTime(now, lot.time_zone, Date.parse(now))} />
      <HourBars hours={lot.hours} />
      <CarFigures lot={lot} />
      <RevenueList lot={lot} />
    </article>
  )
}

function WeekComparison({ taken: { value, before, change }, time }: { taken: Revenue; time: string }) {
  const difference = value - before
  const sign = difference > 0 ? '+' : '-'
  return (
    <p className={css.before}>
      {difference !== 0 && (
        <strong className={difference < 0 ? css.less : css.more}>
          {`${sign}${formatReais(Math.abs(difference))}${change === null ? '' : ` (${sign}${Math.abs(change)}%)`}`}
        </strong>
      )}
      <span>{`há uma semana, até ${time}: ${formatReais(before)}`}</span>
    </p>
  )
}

function CarFigures({ lot: { name, inside, free, entered } }: { lot: LotToday }) {
  const cars = [
    { title: 'No pátio', figure: inside },
    { title: 'Vagas livres', figure: free },
    { title: 'Entradas', figure: entered },
  ]
  return (
    <dl className={css.cars}>
      {cars.map(({ title, figure }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            <FigureLink list={figure.list} label={`${title}, ${name}: ${figure.value}`}>
              {numberText(figure.value)}
            </FigureLink>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function RevenueList({ lot }: { lot: LotToday }) {
  const sources = [
    { text: 'Portal, líquido', ...lot.portal },
    { text: 'Máquinas', ...lot.machine },
    ...(lot.till.value === 0 ? [] : [{ text: 'Balcão', ...lot.till }]),
    ...lot.methods.map((method) => ({ ...method, change: null })),
  ]
  return (
    <dl className={css.money}>
      {sources.map(({ text, value, change, list, ...of }) => (
        <div key={text} className={'method' in of ? undefined : css.source}>
          <dt>{text}</dt>
          <dd>
            {change !== null && (
              <span className={change < 0 ? css.less : css.more}>
                {`${change > 0 ? '+' : ''}${change}% `}
              </span>
            )}
            <FigureLink list={list} label={`${text}, ${lot.name}: ${formatReais(value)}`}>
              <span>{formatReais(value)}</span>
            </FigureLink>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const barHeight = 40

function HourBars({ hours }: Pick<LotToday, 'hours'>) {
  const parts = hours.map(({ hour, portal, machine, till }) => ({
    hour,
    portal: Math.max(0, portal),
    other: machine + till,
  }))
  const top = Math.max(...parts.map(({ portal, other }) => portal + other), 0)
  const best = parts.find(({ portal, other }) => portal + other === top)
  const share = (value: number) => (top === 0 ? 0 : (value / top) * barHeight)
  const spoken = top === 0 || !best ? 'Nada recebido hoje' : `Melhor hora: ${best.hour}h, ${formatReais(top)}`
  return (
    <figure className={css.bars}>
      <svg viewBox={`0 0 240 ${barHeight}`} preserveAspectRatio="none" aria-hidden="true">
        {parts.map(({ hour, portal, other }) => {
          const [low, high] = [share(portal), share(other)]
          const x = hour * 10 + 1
          return (
            <g key={hour}>
              <rect x={x} width={8} y={barHeight - low} height={low} className={css.portal} />
              <rect x={x} width={8} y={barHeight - low - high} height={high} className={css.other} />
            </g>
          )
        })}
      </svg>
      <p className={css.axis} aria-hidden="true">
        <span>0h</span>
        <span>12h</span>
        <span>23h</span>
      </p>
      <figcaption>{spoken}</figcaption>
    </figure>
  )
}

type FigureLinkProps = { list: FigureList | null; label?: string; children: ReactNode }

const listScreens = {
  tickets: 'staff.tickets',
  transactions: 'staff.transactions',
  disputes: 'staff.disputes',
  alerts: 'staff.alerts',
  contests: 'staff.contests',
  lots: 'staff.lots',
} as const

function FigureLink({ list, label, children }: FigureLinkProps) {
  if (list === null) return children
  const link = { query: list.query, children, ...(label !== undefined && { 'aria-label': label }) }
  if (list.name === 'closing_preview')
    return <RouteLink to="staff.closing" params={{ id: 'preview' }} {...link} />
  return <RouteLink to={listScreens[list.name]} {...link} />
}
