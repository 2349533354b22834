import { useId } from 'react'
import { formatDay } from '#kit/calendar.ts'
import { numberText } from '#kit/text/formats.ts'
import { Table } from '#kit/web/list/Table.tsx'
import type { OccupancyRow } from '#parking/occupancy.ts'
import { countDays } from '../../periods.ts'
import plot from '../plot/Plot.module.css'
import css from './Occupancy.module.css'
import { type PlotPoint, contiguousRuns } from './contiguousRuns.ts'

type Props = {
  rows: readonly OccupancyRow[]
  by: 'hour' | 'day'
  span: { from: string; until: string }
}

const plotHeight = 100

/** A period without samples is a gap. */
export function OccupancyPlot({ rows, by, span: { from, until } }: Props) {
  const heading = useId()
  const spaces = Math.max(...rows.map((row) => Math.max(row.spaces, row.taken_max)), 1)
  const width = countDays(from, until) * (by === 'day' ? 1 : 24)
  const runs = contiguousRuns(rows, { from, by })
  const fullest = rows.reduce((most, row) => (row.taken_max > most.taken_max ? row : most))
  return (
    <section className={plot.plot} aria-labelledby={heading}>
      <h2 id={heading}>{fullest.lot}</h2>
      <p className={plot.note}>
        {`Máximo de ${numberText(fullest.taken_max)} de ${numberText(fullest.spaces)} vagas, ${periodText(fullest.period)}`}
      </p>
      <svg viewBox={`0 0 ${width} ${plotHeight}`} preserveAspectRatio="none" aria-hidden="true">
        {runs.map((run) => (
          <g key={run[0]?.x}>
            <path className={css.most} d={areaPath(run, ({ taken_max: most }) => toY(most, spaces))} />
            <path className={css.mean} d={linePath(run, ({ taken_mean: mean }) => toY(mean, spaces))} />
          </g>
        ))}
      </svg>
      <p className={plot.axis} aria-hidden="true">
        <span>{formatDay(from)}</span>
        <span>{formatDay(until)}</span>
      </p>
      <details>
        <summary>Números</summary>
        <NumbersTable rows={rows} label={`Ocupação de ${fullest.lot}`} />
      </details>
    </section>
  )
}

function NumbersTable({ rows, label }: { rows: readonly OccupancyRow[]; label: string }) {
  return (
    <Table
      label={label}
      rows={[...rows].reverse()}
      keyOf={(row) => row.period}
      columns={[
        { title: 'Início', cell: (row) => periodText(row.period) },
        { title: 'Ocupadas no início', numeric: true, cell: (row) => numberText(row.taken_start) },
        { title: 'Máximo', numeric: true, cell: (row) => numberText(row.taken_max) },
        { title: 'Média', numeric: true, cell: (row) => numberText(row.taken_mean, 1) },
        { title: 'Entradas', numeric: true, cell: (row) => countText(row.entered) },
        { title: 'Saídas', numeric: true, cell: (row) => countText(row.left) },
        { title: 'Vagas', numeric: true, cell: (row) => numberText(row.spaces) },
      ]}
    />
  )
}

function countText(count: number | null): string {
  return count === null ? 'não contadas' : numberText(count)
}

/** '2026-03-05T14:00:00-03:00' -> '05/03/2026 14h', '2026-03-05' -> '05/03/2026'. */
function periodText(period: string): string {
  const hour = period.slice(11, 13)
  return `${formatDay(period.slice(0, 10))}${hour === '' ? '' : ` ${hour}h`}`
}

function toY(taken: number, spaces: number): number {
  return plotHeight - (taken / spaces) * plotHeight
}

/** Steps show a single period, too. */
function linePath(run: readonly PlotPoint[], y: (row: OccupancyRow) => number): string {
  return run.map(({ x, row }, i) => `${i === 0 ? 'M' : 'L'}${x} ${y(row)}H${x + 1}`).join('')
}

function areaPath(run: readonly PlotPoint[], y: (row: OccupancyRow) => number): string {
  const [first, last] = [run[0], run[run.length - 1]]
  return first && last ? `${linePath(run, y)}V${plotHeight}H${first.x}Z` : ''
}
