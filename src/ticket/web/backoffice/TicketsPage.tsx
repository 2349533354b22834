import { byLot, byPeriod, byState } from '#staff/web/list/filters.tsx'
import { FilterBar } from '#staff/web/list/ListPage.tsx'
import { useCallback, useEffect } from 'react'
import { PagedList } from '#kit/web/list/PagedList.tsx'
import { type PagedListState, usePagedList } from '#kit/web/list/usePagedList.ts'
import { hrefTo, replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { parseTicketSearch } from '../../ticketSearch.ts'
import {
  type BackOfficeTicketRow,
  listBackOfficeTickets,
  ticketFilterTexts,
  ticketStatusTexts,
} from '../../backoffice.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { findProofText } from '#receipt/proof.ts'
import css from '#staff/web/backoffice/Ops.module.css'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { useQueryChange } from '#kit/web/route/useQueryChange.ts'
import { ScanButton } from '../scan/ScanButton.tsx'
import { parseScannedCodes } from '../scan/parseScannedCodes.ts'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { callTexts } from '#kit/web/failure.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { checkReceipt } from '#receipt/contract.ts'
import { listTransactions } from '#review/backoffice.ts'

export default function TicketsPage() {
  return (
    <StaffPage title="Tickets">
      <TicketOrReceiptSearch />
    </StaffPage>
  )
}

function TicketOrReceiptSearch() {
  const text = findProofText(useRoute().query['q'] ?? '')
  return text === null ? <Tickets /> : <ReceiptSearch key={text} text={text} />
}

const filters = [byLot, byState(ticketFilterTexts, 'Todos'), ...byPeriod('Entrada desde', 'Entrada até')]

function Tickets() {
  const list = usePagedList(listBackOfficeTickets, { filterNames: filters.map(({ name }) => name) })
  const changeQuery = useQueryChange()
  useOpenSingleResult(list)
  return (
    <PagedList
      list={list}
      label="Tickets"
      failed="Não foi possível carregar os tickets"
      search="Código do ticket ou placa"
      filters={
        <FilterBar filters={filters} exportName="tickets">
          <ScanButton
            text="Ler ticket ou recibo"
            parseCodes={parseTicketOrReceipt}
            onCodes={([code]) => changeQuery({ q: code })}
            onFailed={() => notify(callTexts.page, 'danger')}
          />
        </FilterBar>
      }
      empty={{ icon: 'ticket', title: 'Nenhum ticket', text: 'Os tickets aparecem quando os carros entram.' }}
      keyOf={(row) => row.id}
      href={(row) => hrefTo('staff.ticket', { params: { code: row.id } })}
      columns={[
        { title: 'Ticket', cell: (row) => <span className={css.code}>{formatTicketCode(row.id)}</span> },
        { title: 'Placa', cell: (row) => row.plate ?? '—' },
        {
          title: 'Situação',
          cell: (row) => (
            <Tag of={row.owed === null ? ticketStatusTexts[row.where] : ticketFilterTexts.owing} />
          ),
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

function useOpenSingleResult({ view }: PagedListState<BackOfficeTicketRow>): void {
  const { query } = useRoute()
  const sought = parseTicketSearch(query['q'] ?? '')
  const rows = view.state === 'ready' && !view.refreshing ? view.value.data : []
  const [only] = rows
  const text = (sought?.kind === 'code' ? only?.id : only?.plate) ?? ''
  const matches = sought !== null && text >= sought.from && text <= sought.to
  const code = rows.length === 1 && matches && only ? only.id : null
  useEffect(() => {
    if (code !== null) replaceWith('staff.ticket', { params: { code } })
  }, [code])
}

const parseTicketOrReceipt = (read: string): readonly string[] => {
  const proof = findProofText(read)
  return proof === null ? parseScannedCodes(read) : [proof]
}

function ReceiptSearch({ text }: { text: string }) {
  const { view, reload } = useLoad(
    useCallback((signal: AbortSignal) => findReceiptPayment(text, signal), [text]),
  )
  const token = view.state === 'ready' ? view.value : null
  useEffect(() => {
    if (token !== null) replaceWith('staff.transaction', { params: { token } })
  }, [token])
  if (view.state === 'failed')
    return <LoadFailed title="Não foi possível conferir o recibo" failure={view.failure} reload={reload} />
  if (view.state === 'loading' || token !== null)
    return <Skeleton lines={4} label="Conferindo o recibo, aguarde..." />
  return (
    <Callout tone="warn" title="Recibo não reconhecido" takesFocus>
      <p>O código lido não é de um recibo deste portal, ou não é de um estacionamento seu.</p>
      <RouteLink to="staff.tickets" variant="plain">
        Nova busca
      </RouteLink>
    </Callout>
  )
}

async function findReceiptPayment(text: string, signal: AbortSignal): Promise<string | null> {
  const { receipt } = (await call(checkReceipt, { params: { text }, signal })).data
  if (!receipt) return null
  const { data } = await call(listTransactions, { query: { q: receipt.protocol }, signal })
  return data[0]?.id ?? null
}
