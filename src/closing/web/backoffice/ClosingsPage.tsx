import { dayText } from '#kit/calendar.ts'
import { buttonClass } from '#kit/web/Button.tsx'
import { Filter } from '#kit/web/list/Filter.tsx'
import { PagedList } from '#kit/web/list/PagedList.tsx'
import { usePagedList } from '#kit/web/list/usePagedList.ts'
import { hrefTo, useRoute } from '#kit/web/route/routes.ts'
import { LotFilter } from '#parking/web/backoffice/LotFilter.tsx'
import { DayFilter } from '#staff/web/backoffice/DayFilter.tsx'
import { ExportLinks } from '#staff/web/backoffice/ExportLinks.tsx'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { useAccess } from '#staff/web/frame/useAccess.ts'
import ops from '#staff/web/backoffice/Ops.module.css'
import { listClosings, type WireTotals } from '../../backoffice.ts'
import { reaisText } from './amounts.ts'
import css from './Closing.module.css'
import { Periods } from './Periods.tsx'

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
