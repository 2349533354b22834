import { formatReais } from '#kit/money.ts'
import { numberText } from '#kit/text/formats.ts'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { formatDayAndTime } from '#kit/web/time/instantTexts.ts'
import { periodsOf } from '#staff/web/list/periods.ts'
import type { FigureList, LotToday, Revenue } from '../../today.ts'
import { bestHour } from './bestHour.ts'
import { Change } from './Change.tsx'
import { FigureLink } from './FigureLink.tsx'
import css from './Today.module.css'
import { signOf } from './weekChange.ts'

/** Where the revenue came from, and what it is compared with. */
export function LotFacts({ lot, now }: { lot: LotToday; now: string }) {
  const difference = lot.total.value - lot.total.before
  const time = formatDayAndTime(now, lot.time_zone, Date.parse(now))
  const weekBefore = `Há uma semana, até ${time}: ${formatReais(lot.total.before)}`
  return (
    <div className={`${css.facts} stack`}>
      <dl>
        {factsOf(lot).map(({ title, text, change, list }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <FigureLink list={list} label={`${title}, ${lot.name}: ${text}`}>
                {text}
              </FigureLink>
              {change !== null && <Change of={change} />}
            </dd>
          </div>
        ))}
      </dl>
      <p className={css.notes}>
        <span>{bestHour(lot.hours)}</span>
        <span>{`${weekBefore} (${signOf(difference)}${formatReais(Math.abs(difference))})`}</span>
        <RouteLink
          to="staff.transactions"
          query={{ lot_id: String(lot.id), ...periodsOf(lot.day).week }}
          aria-label={`Transações desta semana, ${lot.name}`}
        >
          Transações desta semana
        </RouteLink>
      </p>
    </div>
  )
}

type Fact = { title: string; text: string; change: number | null; list: FigureList | null }

function factsOf({ entered, portal, machine, till, methods }: LotToday): readonly Fact[] {
  const source = (title: string, { value, change, list }: Revenue): Fact => ({
    title,
    text: formatReais(value),
    change,
    list,
  })
  return [
    { title: 'Entradas', text: numberText(entered.value), change: null, list: entered.list },
    source('Portal, líquido', portal),
    source('Máquinas', machine),
    ...(till.value === 0 ? [] : [source('Balcão', till)]),
    ...methods.map(({ text, value, list }) => ({
      title: text,
      text: formatReais(value),
      change: null,
      list,
    })),
  ]
}
