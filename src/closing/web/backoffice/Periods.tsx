import { type ReactNode, useCallback } from 'react'
import { dayText } from '#kit/calendar.ts'
import type { ReplyOf } from '#kit/endpoint.ts'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { Empty } from '#kit/web/list/List.tsx'
import { Table, type TableProps } from '#kit/web/list/Table.tsx'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { serverTime } from '#kit/web/time/serverClock.ts'
import { sumClosings } from '../../backoffice.ts'
import { reaisText } from './amounts.ts'

type Props = { unit: 'month' | 'year'; filters: ReactNode }

export function Periods({ unit, filters }: Props) {
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
