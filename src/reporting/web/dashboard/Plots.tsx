import { useState, useId } from 'react'
import type { ReplyOf } from '#kit/endpoint.ts'
import { createDateFormat, numberText } from '#kit/text/formats.ts'
import { formatReais } from '#kit/money.ts'
import { type Column, Table } from '#kit/web/list/Table.tsx'
import type { DashboardRow, readDashboard } from '../../dashboard.ts'
import plot from '../plot/Plot.module.css'
import css from './Dashboard.module.css'
import { isEmpty, type MergedRow, mergeEmptyPeriods } from './mergeEmptyPeriods.ts'

type DashboardData = ReplyOf<typeof readDashboard>['data']

const fewestBars = 7

const netRevenue = ({ captured, refunded }: Pick<DashboardRow, 'captured' | 'refunded'>) =>
  captured - refunded

export function Plots({ rows, totals, server_now }: Pick<DashboardData, 'rows' | 'totals' | 'server_now'>) {
  const come = periodsUntil(rows, server_now)
  const bars = (value: (row: DashboardRow) => number, second?: (row: DashboardRow) => number) =>
    plottedPeriods(rows, come.length).map((row) => ({
      label: shortPeriod(row.period),
      value: value(row),
      second: second?.(row) ?? 0,
    }))
  // On a phone the table is too long to be open.
  const [wide] = useState(() => matchMedia('(min-width: 60em)').matches)
  const peak = Math.max(...rows.map((row) => row.peak ?? 0))
  return (
    <>
      <div className={css.plots}>
        <BarPlot
          title="Receita líquida"
          total={formatReais(netRevenue(totals))}
          bars={bars((row) => Math.max(0, netRevenue(row)))}
        />
        <BarPlot title="Máquinas" total={formatReais(totals.machine)} bars={bars((row) => row.machine)} />
        <BarPlot
          title="Pagamentos e recusas"
          total={`${countText(totals.payments, 'pago')}, ${countText(totals.refusals, 'recusado')}`}
          bars={bars(
            (row) => row.payments,
            (row) => row.refusals,
          )}
          unit={(value) => numberText(value)}
        />
        <BarPlot
          title="Ocupação máxima"
          total={`${peak}% no dia mais cheio`}
          bars={bars((row) => row.peak ?? 0)}
          unit={(value) => `${value}%`}
        />
      </div>
      <details className={css.numbers} open={wide}>
        <summary>Números do período</summary>
        <NumbersTable rows={mergeEmptyPeriods([...come].reverse())} hasTill={totals.till !== 0} />
      </details>
    </>
  )
}

function periodsUntil(rows: readonly DashboardRow[], now: string): DashboardRow[] {
  return rows.filter(({ period }) => period <= now.slice(0, period.length))
}

/** From the first period with figures to the last that has come, seven at least: bars of a week are not too wide. */
function plottedPeriods(rows: readonly DashboardRow[], come: number): readonly DashboardRow[] {
  const end = Math.max(come, fewestBars)
  const first = rows.findIndex((row) => !isEmpty(row))
  return rows.slice(Math.max(0, Math.min(first, end - fewestBars)), end)
}

function NumbersTable({ rows, hasTill }: { rows: readonly MergedRow[]; hasTill: boolean }) {
  return (
    <Table
      label="Números do período"
      rows={rows}
      keyOf={(row) => row.period}
      columns={[
        { title: 'Período', cell: periodName },
        moneyColumn('Cobrado', (row) => row.captured),
        moneyColumn('Por Pix', (row) => row.pix),
        moneyColumn('Devolvido', (row) => row.refunded),
        moneyColumn('Receita líquida', netRevenue),
        moneyColumn('Máquinas', (row) => row.machine),
        ...(hasTill ? [moneyColumn('Balcão', (row) => row.till)] : []),
        { title: 'Pagos', numeric: true, cell: (row) => numberText(row.payments) },
        { title: 'Recusados', numeric: true, cell: (row) => numberText(row.refusals) },
        { title: 'Entradas', numeric: true, cell: (row) => numberText(row.entries) },
        { title: 'Ocupação', numeric: true, cell: ({ peak }) => (peak === null ? '—' : `${peak}%`) },
      ]}
    />
  )
}

function moneyColumn(title: string, of: (row: DashboardRow) => number): Column<DashboardRow> {
  return { title, numeric: true, cell: (row) => formatReais(of(row)) }
}

const shortMonth = periodFormat({ month: 'short' })
const longMonth = periodFormat({ month: 'long', year: 'numeric' })
const dayAndMonth = periodFormat({ day: '2-digit', month: '2-digit' })
const weekday = periodFormat({ weekday: 'short' })

/** '2026-11-21' -> '21', '2026-11' -> 'nov'. */
function shortPeriod(period: string): string {
  return period.length === 10 ? String(Number(period.slice(8))) : shortMonth(period)
}

/** '21/11, sáb', '09/11 a 20/11', 'novembro de 2026'. */
function periodName({ period, since }: MergedRow): string {
  const short = period.length === 7 ? longMonth : dayAndMonth
  if (since !== undefined)
    return `${short(since)}${period.length === 7 ? ' a ' : '\u00a0a\u00a0'}${short(period)}`
  return period.length === 7 ? longMonth(period) : `${dayAndMonth(period)},\u00a0${weekday(period)}`
}

function periodFormat(options: Intl.DateTimeFormatOptions): (period: string) => string {
  const text = createDateFormat('pt-BR', options)
  return (period) => text(new Date(`${period.padEnd(10, '-01')}T12:00:00Z`), 'UTC').replace('.', '')
}

function countText(n: number, word: string): string {
  return `${numberText(n)} ${word}${n === 1 ? '' : 's'}`
}

type Bar = { label: string; value: number; second: number }
type BarPlotProps = { title: string; total: string; bars: readonly Bar[]; unit?: (value: number) => string }

const plotHeight = 100

/** The table below has the numbers for screen readers. */
function BarPlot({ title, total, bars, unit = formatReais }: BarPlotProps) {
  const heading = useId()
  const top = Math.max(...bars.map(({ value, second }) => value + second), 0)
  const share = (value: number) => (top === 0 ? 0 : (value / top) * plotHeight)
  return (
    <section className={plot.plot} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{title}</h2>
        <p className="figure">{total}</p>
      </header>
      <p className={plot.note}>{top === 0 ? 'Nada neste período' : `máximo ${unit(top)}`}</p>
      <svg viewBox={`0 0 ${bars.length * 10} ${plotHeight}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ label, value, second }, i) => {
          const [low, high] = [share(value), share(second)]
          const x = i * 10 + 1
          return (
            <g key={label}>
              <rect x={x} width={8} y={plotHeight - low} height={low} className={css.bar} />
              <rect x={x} width={8} y={plotHeight - low - high} height={high} className={css.second} />
            </g>
          )
        })}
      </svg>
      <p className={plot.axis} aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars[Math.floor(bars.length / 2)]?.label}</span>
        <span>{bars[bars.length - 1]?.label}</span>
      </p>
    </section>
  )
}
