import { dayText } from '#kit/calendar.ts'
import { buttonClass } from '#kit/web/Button.tsx'
import { Filter } from '#kit/web/list/Filter.tsx'
import { PagedList } from '#kit/web/list/PagedList.tsx'
import { usePagedList } from '#kit/web/list/usePagedList.ts'
import { hrefTo, useRoute } from '#kit/web/route/routes.ts'
import { LotFilter } from '#staff/web/list/LotFilter.tsx'
import { DayFilter } from '#staff/web/backoffice/DayFilter.tsx'
import { ExportLinks } from '#staff/web/backoffice/ExportLinks.tsx'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { useAccess } from '#staff/web/frame/useAccess.ts'
import ops from '#staff/web/backoffice/Ops.module.css'
import { listClosings, type WireTotals, sumClosings } from '../../backoffice.ts'
import { reaisText } from './amounts.ts'
import css from './Closing.module.css'
import { type ReactNode, useCallback } from 'react'
import type { ReplyOf } from '#kit/endpoint.ts'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { Empty } from '#kit/web/list/List.tsx'
import { Table, type TableProps } from '#kit/web/list/Table.tsx'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { serverTime } from '#kit/web/time/serverClock.ts'

export default function ClosingsPage() {
  const { unit, lot_id: lot } = useRoute().query
  const mayAdjust = useAccess('manager')
  return (
    <StaffPage title="Fechamentos">
      <nav className={css.actions} aria-label="Outros fechamentos">
        <a
          className={buttonClass('plain')}
          href={hrefTo('staff.closing', { params: { id: 'preview' }, query: { lot_id: lot } })}
        >
          Ver o dia de hoje, parcial
        </a>
        {mayAdjust && (
          <a className={buttonClass('plain')} href={hrefTo('staff.adjustment', {})}>
            Corrigir um dia fechado
          </a>
        )}
      </nav>
      {unit === 'month' || unit === 'year' ? <Periods unit={unit} filters={<Filters />} /> : <Days />}
    </StaffPage>
  )
}

const units = [
  { value: 'month', text: 'Por mês' },
  { value: 'year', text: 'Por ano' },
]

function Filters() {
  return (
    <div className={ops.filters}>
      <LotFilter />
      <Filter name="unit" label="Mostrar" choices={units} all="Por dia" />
      <DayFilter name="from" label="Desde" />
      <DayFilter name="until" label="Até" />
      <ExportLinks list="closings" />
      <ExportLinks list="closing_lines" label="Exportar linhas" />
    </div>
  )
}

function Days() {
  const list = usePagedList(listClosings, { filters: ['lot_id', 'from', 'until'] })
  const money = (title: string, of: (totals: WireTotals) => number, wideOnly = false) =>
    ({
      title,
      cell: (row: { totals: WireTotals }) => reaisText(of(row.totals)),
      numeric: true,
      wideOnly,
    }) as const
  return (
    <PagedList
      list={list}
      label="Fechamentos"
      failed="Não foi possível carregar os fechamentos"
      filters={<Filters />}
      empty={{
        icon: 'receipt',
        title: 'Nenhum fechamento',
        text: 'O primeiro fechamento sai à meia-noite.',
      }}
      keyOf={({ id }) => id}
      href={({ id }) => hrefTo('staff.closing', { params: { id: String(id) } })}
      columns={[
        { title: 'Dia', cell: ({ day }) => dayText(day) },
        { title: 'Estacionamento', cell: ({ lot }) => lot },
        { title: 'Nº', cell: ({ number }) => number, numeric: true },
        money('Líquido', ({ net }) => net),
        money('Máquinas', ({ machine }) => machine, true),
        money('Atrasados', ({ late }) => late, true),
        money('Ajustes', ({ adjusted }) => adjusted, true),
        money('Total', ({ total }) => total),
      ]}
    />
  )
}

type Props = { unit: 'month' | 'year'; filters: ReactNode }

function Periods({ unit, filters }: Props) {
  const { lot_id, from, until } = useRoute().query
  const { view, reload } = useLoad(
    useCallback(
      async (signal: AbortSignal) => {
        const today = new Date(serverTime()).toISOString().slice(0, 10)
        const year = Number(today.slice(0, 4)) - (unit === 'month' ? 1 : 4)
        const query = { unit, lot_id, from: from ?? `${year}-01-01`, to: until ?? today }
        return (await call(sumClosings, { query, signal })).data
      },
      [unit, lot_id, from, until],
    ),
  )
  return (
    <>
      {filters}
      {view.state === 'loading' && <Skeleton lines={8} label="Somando os dias, aguarde..." />}
      {view.state === 'failed' && (
        <LoadFailed title="Não foi possível carregar as somas" failure={view.failure} reload={reload} />
      )}
      {view.state === 'ready' && view.value.missing_days.length > 0 && (
        <Missing days={view.value.missing_days} />
      )}
      {view.state === 'ready' &&
        (view.value.rows.length === 0 ? (
          <Empty icon="receipt" title="Nenhum fechamento">
            <p>O primeiro fechamento sai à meia-noite.</p>
          </Empty>
        ) : (
          <Table
            label="Somas dos fechamentos"
            rows={view.value.rows}
            keyOf={({ period }) => period}
            columns={columnsOf(unit)}
          />
        ))}
    </>
  )
}

type PeriodRow = ReplyOf<typeof sumClosings>['data']['rows'][number]

function columnsOf(unit: Props['unit']): TableProps<PeriodRow>['columns'] {
  return [
    { title: unit === 'month' ? 'Mês' : 'Ano', cell: ({ period }) => periodText(period) },
    { title: 'Dias fechados', cell: ({ closings }) => closings, numeric: true },
    { title: 'Bruto', cell: ({ totals }) => reaisText(totals.gross), numeric: true },
    { title: 'Devolvido', cell: ({ totals }) => reaisText(totals.refunded), numeric: true },
    { title: 'Líquido', cell: ({ totals }) => reaisText(totals.net), numeric: true },
    { title: 'Máquinas', cell: ({ totals }) => reaisText(totals.machine), numeric: true },
    {
      title: 'Taxas estimadas',
      cell: ({ totals }) => feeText(totals.fee_estimate),
      numeric: true,
      wideOnly: true,
    },
    {
      title: 'Taxas nos extratos',
      cell: ({ statement_fees }) => feeText(statement_fees),
      numeric: true,
      wideOnly: true,
    },
    { title: 'Total', cell: ({ totals }) => reaisText(totals.total), numeric: true },
  ]
}

function feeText(reais: number | null): string {
  return reais === null ? '—' : reaisText(reais)
}

/** '2026-11' -> '11/2026'. */
function periodText(period: string): string {
  return period.split('-').reverse().join('/')
}

const mostNamed = 10

function Missing({ days }: { days: readonly string[] }) {
  const named = days.slice(0, mostNamed).map(dayText).join(', ')
  return (
    <Situation
      tone="warn"
      title={days.length === 1 ? '1 dia não está fechado' : `${days.length} dias não estão fechados`}
    >
      <p>{days.length > mostNamed ? `${named} e outros.` : `${named}.`}</p>
    </Situation>
  )
}
