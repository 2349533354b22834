import { useEffect } from 'react'
import { Filter } from '#kit/web/list/Filter.tsx'
import { PagedList } from '#kit/web/list/PagedList.tsx'
import { type PagedListOf, usePagedList } from '#kit/web/list/usePagedList.ts'
import { hrefTo, replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { groupCode } from '#checkout/groupCode.ts'
import { dateTimeText } from '#kit/web/time/instants.ts'
import { readBackOfficeQuery } from '../../backofficeQuery.ts'
import { type BackOfficeTicketRow, listBackOfficeTickets, whereFilter, whereTexts } from '../../backoffice.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { ExportLinks } from '#staff/web/backoffice/ExportLinks.tsx'
import { DayFilter } from '#staff/web/backoffice/DayFilter.tsx'
import { LotFilter } from '#parking/web/backoffice/LotFilter.tsx'
import { proofIn } from '#receipt/proof.ts'
import { OfReceipt } from './OfReceipt.tsx'
import { ScanSearch } from './ScanSearch.tsx'
import css from '#staff/web/backoffice/Ops.module.css'
import { choicesOf } from '#staff/web/backoffice/named.ts'
import { Tag } from '#staff/web/backoffice/Tag.tsx'

export default function TicketsPage() {
  return (
    <StaffPage title="Tickets">
      <Search />
    </StaffPage>
  )
}

function Search() {
  const text = proofIn(useRoute().query['q'] ?? '')
  return text === null ? <Tickets /> : <OfReceipt key={text} text={text} />
}

function Tickets() {
  const list = usePagedList(listBackOfficeTickets, { filters: ['lot_id', 'state', 'from', 'until'] })
  useSingleHit(list)
  return (
    <PagedList
      list={list}
      label="Tickets"
      failed="Não foi possível carregar os tickets"
      search="Código do ticket ou placa"
      filters={
        <div className={css.filters}>
          <LotFilter />
          <Filter name="state" label="Situação" choices={choicesOf(whereFilter)} />
          <DayFilter name="from" label="Entrada desde" />
          <DayFilter name="until" label="Entrada até" />
          <ScanSearch />
          <ExportLinks list="tickets" />
        </div>
      }
      empty={{ icon: 'ticket', title: 'Nenhum ticket', text: 'Os tickets aparecem quando os carros entram.' }}
      keyOf={(row) => row.id}
      href={(row) => hrefTo('staff.ticket', { params: { code: row.id } })}
      columns={[
        { title: 'Ticket', cell: (row) => <span className={css.code}>{groupCode(row.id)}</span> },
        { title: 'Placa', cell: (row) => row.plate ?? '—' },
        {
          title: 'Situação',
          cell: (row) => <Tag of={row.owed === null ? whereTexts[row.where] : whereFilter.owing} />,
        },
        { title: 'Entrada', cell: (row) => dateTimeText(row.entered_at, row.time_zone), numeric: true },
        {
          title: 'Saída',
          cell: (row) => (row.exited_at === null ? '—' : dateTimeText(row.exited_at, row.time_zone)),
          numeric: true,
          wideOnly: true,
        },
        { title: 'Estacionamento', cell: (row) => row.lot },
      ]}
    />
  )
}

function useSingleHit({ view }: PagedListOf<BackOfficeTicketRow>): void {
  const { query } = useRoute()
  const sought = readBackOfficeQuery(query['q'] ?? '')
  const rows = view.state === 'ready' && !view.refreshing ? view.value.data : []
  const [only] = rows
  const text = (sought?.kind === 'code' ? only?.id : only?.plate) ?? ''
  const fits = sought !== null && text >= sought.from && text <= sought.to
  const code = rows.length === 1 && fits && only ? only.id : null
  useEffect(() => {
    if (code !== null) replaceWith('staff.ticket', { params: { code } })
  }, [code])
}
