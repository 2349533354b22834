import type { ReactNode } from 'react'
import { formatReais } from '#kit/money.ts'
import { numberText } from '#kit/text/formats.ts'
import type { Figure, LotToday } from '../../today.ts'
import { FigureLink } from './FigureLink.tsx'
import css from './Today.module.css'
import { Change } from './Change.tsx'
import { weekBeforeText, weekChange } from './weekChange.ts'

type Lots = readonly LotToday[]

/** All lots in four figures. */
export function FigureStrip({ lots }: { lots: Lots }) {
  const sum = (of: (lot: LotToday) => number) => lots.reduce((all, lot) => all + of(lot), 0)
  const entered = sum((lot) => lot.entered.value)
  const [payments, refusals] = [sum((lot) => lot.payments), sum((lot) => lot.refusals)]
  return (
    <dl className={css.strip}>
      <StripFigure title="Recebido hoje" note={<WeekNote lots={lots} />}>
        {formatReais(sum((lot) => lot.total.value))}
      </StripFigure>
      <StripFigure
        title="No pátio"
        note={`${numberText(entered)} ${entered === 1 ? 'entrada' : 'entradas'} hoje`}
      >
        <SumLink lots={lots} of={(lot) => lot.inside} />
      </StripFigure>
      <StripFigure title="Vagas livres" note={`de ${numberText(sum((lot) => lot.spaces))}`}>
        <SumLink lots={lots} of={(lot) => lot.free} />
      </StripFigure>
      <StripFigure title="Pagos / recusados" note={approvedText(payments, refusals)}>
        {`${numberText(payments)} / ${numberText(refusals)}`}
      </StripFigure>
    </dl>
  )
}

function StripFigure({ title, note, children }: { title: string; note: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
      <dd>{note}</dd>
    </div>
  )
}

/** Several lots have the same list, without the filter by lot. */
function SumLink({ lots, of }: { lots: Lots; of: (lot: LotToday) => Figure }) {
  const figures = lots.map(of)
  const list = figures[0]?.list ?? null
  const { lot_id: _, ...query } = list?.query ?? {}
  return (
    <FigureLink list={list && lots.length > 1 ? { ...list, query } : list}>
      {numberText(figures.reduce((all, { value }) => all + value, 0))}
    </FigureLink>
  )
}

function WeekNote({ lots }: { lots: Lots }) {
  const change = weekChange(lots.map(({ total }) => total))
  if (change === null) return null
  const before = `${weekBeforeText(lots.map(({ day }) => day))} até esta hora`
  if (change === 0) return `Como ${before}`
  return (
    <>
      <Change of={change} />
      <span>{` que ${before}`}</span>
    </>
  )
}

function approvedText(payments: number, refusals: number): string | null {
  const all = payments + refusals
  return all === 0 ? null : `${Math.floor((100 * payments) / all)}\u00a0% aprovados`
}
