import { formatDay } from '#kit/calendar.ts'
import type { ReplyOf } from '#kit/endpoint.ts'
import { formatReais } from '#kit/money.ts'
import { buttonClass } from '#kit/web/Button.tsx'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { EmptyState } from '#kit/web/list/List.tsx'
import { EndpointList } from '#kit/web/list/PagedList.tsx'
import list from '#kit/web/list/List.module.css'
import { formatCount, type Nouns } from '#kit/web/list/pages.ts'
import { type Column, Table } from '#kit/web/list/Table.tsx'
import { MenuButton } from '#kit/web/dialog/MenuButton.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { hrefTo, useRoute } from '#kit/web/route/routes.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import { ExportMenu } from '#staff/web/backoffice/ExportMenu.tsx'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { useAccess } from '#staff/web/frame/backoffice.ts'
import { byChoice, byLot, byPeriod } from '#staff/web/list/filters.tsx'
import { FilterBar } from '#staff/web/list/FilterBar.tsx'
import { listClosings, sumClosings, type WireTotals } from '../../backoffice.ts'

export default function ClosingsPage() {
  const { unit } = useRoute().query
  return (
    <StaffPage title="Fechamentos" actions={<ClosingActions />}>
      {unit === 'month' || unit === 'year' ? <PeriodSums unit={unit} /> : <DailyClosings />}
    </StaffPage>
  )
}

function ClosingActions() {
  const { lot_id: lot } = useRoute().query
  const mayAdjust = useAccess('manager')
  return (
    <>
      <a
        className={buttonClass('plain')}
        href={hrefTo('staff.closing', { params: { id: 'preview' }, query: { lot_id: lot } })}
      >
        Ver o dia de hoje, parcial
      </a>
      <MenuButton label="Mais">
        <li>
          <a href={hrefTo('staff.taken', { query: { lot_id: lot } })}>Ver os recebimentos um a um</a>
        </li>
        {mayAdjust && (
          <li>
            <a href={hrefTo('staff.adjustment', {})}>Corrigir um dia fechado</a>
          </li>
        )}
      </MenuButton>
      <ExportMenu lists={exportedLists} />
    </>
  )
}

const exportedLists = [{ list: 'closings' }, { list: 'closing_lines', label: 'Exportar linhas' }]

const unitChoices = [
  { value: 'month', text: 'Por mês' },
  { value: 'year', text: 'Por ano' },
]

const filters = (
  <FilterBar
    filters={[
      byLot,
      byChoice({ name: 'unit', label: 'Mostrar', choices: unitChoices, all: 'Por dia' }),
      ...byPeriod(),
    ]}
  />
)

const emptyText = {
  icon: 'receipt',
  title: 'Nenhum fechamento',
  text: 'O primeiro fechamento sai à meia-noite.',
} as const

function sumColumn(title: string, name: keyof WireTotals): Column<{ totals: WireTotals }> {
  return { title, cell: ({ totals }) => reaisOrDash(totals[name]), numeric: true }
}

function DailyClosings() {
  return (
    <EndpointList
      endpoint={listClosings}
      narrowedBy={['lot_id', 'from', 'until']}
      label="Fechamentos"
      nouns={['fechamento', 'fechamentos']}
      failed="Não foi possível carregar os fechamentos"
      filters={filters}
      empty={emptyText}
      keyOf={({ id }) => id}
      href={({ id }) => hrefTo('staff.closing', { params: { id: String(id) } })}
      columns={[
        { title: 'Dia', cell: ({ day }) => formatDay(day) },
        { title: 'Estacionamento', cell: ({ lot }) => lot },
        { title: 'Nº', cell: ({ number }) => number, numeric: true },
        sumColumn('Líquido', 'net'),
        sumColumn('Máquinas', 'machine'),
        sumColumn('Atrasados', 'late'),
        sumColumn('Ajustes', 'adjusted'),
        sumColumn('Total', 'total'),
      ]}
    />
  )
}

type Unit = 'month' | 'year'

const unitNouns: Readonly<Record<Unit, Nouns>> = { month: ['mês', 'meses'], year: ['ano', 'anos'] }

function PeriodSums({ unit }: { unit: Unit }) {
  const { lot_id, from, until } = useRoute().query
  const today = new Date(serverTime()).toISOString().slice(0, 10)
  const firstYear = Number(today.slice(0, 4)) - (unit === 'month' ? 1 : 4)
  const load = useCall(sumClosings, {
    query: { unit, lot_id, from: from ?? `${firstYear}-01-01`, to: until ?? today },
  })
  return (
    <>
      {filters}
      <LoadView load={load} label="Somando os dias, aguarde..." failed="Não foi possível carregar as somas">
        {({ data: { rows, missing_days: missing } }) => (
          <>
            {missing.length > 0 && <MissingDays days={missing} />}
            {rows.length > 0 ? (
              <>
                <p className={list.count}>
                  <strong>{formatCount({ total: rows.length, more: false }, unitNouns[unit])}</strong>
                </p>
                <PeriodTable unit={unit} rows={rows} />
              </>
            ) : (
              <EmptyState icon={emptyText.icon} title={emptyText.title}>
                <p>{emptyText.text}</p>
              </EmptyState>
            )}
          </>
        )}
      </LoadView>
    </>
  )
}

type PeriodTableProps = { unit: Unit; rows: ReplyOf<typeof sumClosings>['data']['rows'] }

function PeriodTable({ unit, rows }: PeriodTableProps) {
  return (
    <Table
      label="Somas dos fechamentos"
      rows={rows}
      keyOf={({ period }) => period}
      columns={[
        { title: unit === 'month' ? 'Mês' : 'Ano', cell: ({ period }) => periodText(period) },
        { title: 'Fechamentos', cell: ({ closings }) => closings, numeric: true },
        sumColumn('Bruto', 'gross'),
        sumColumn('Devolvido', 'refunded'),
        sumColumn('Líquido', 'net'),
        sumColumn('Máquinas', 'machine'),
        ...(rows.some(({ totals }) => totals.till !== 0) ? [sumColumn('Balcão', 'till')] : []),
        sumColumn('Atrasados', 'late'),
        sumColumn('Ajustes', 'adjusted'),
        sumColumn('Total', 'total'),
        { ...sumColumn('Taxas estimadas', 'fee_estimate'), wideOnly: true },
        {
          title: 'Taxas nos extratos',
          cell: ({ statement_fees }) => reaisOrDash(statement_fees),
          numeric: true,
          wideOnly: true,
        },
      ]}
    />
  )
}

function reaisOrDash(reais: number | null): string {
  return reais === null ? '—' : formatReais(reais)
}

/** '2026-11' -> '11/2026'. */
function periodText(period: string): string {
  return period.split('-').reverse().join('/')
}

const maxNamedDays = 10

function MissingDays({ days }: { days: readonly string[] }) {
  const named = days.slice(0, maxNamedDays).map(formatDay).join(', ')
  return (
    <Callout
      tone="warn"
      title={days.length === 1 ? '1 dia não está fechado' : `${days.length} dias não estão fechados`}
    >
      <p>{days.length > maxNamedDays ? `${named} e outros.` : `${named}.`}</p>
    </Callout>
  )
}
