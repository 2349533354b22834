import { byLot, byPeriod, byState } from '#staff/web/list/filters.tsx'
import { FilterBar } from '#staff/web/list/FilterBar.tsx'
import { useCallback, useEffect, useState } from 'react'
import type { SearchedBy } from '#kit/web/list/LiveSearch.tsx'
import { PagedList } from '#kit/web/list/PagedList.tsx'
import { type PagedListState, usePagedList } from '#kit/web/list/usePagedList.ts'
import { hrefTo, replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { dateTimeText, formatDayAndTime } from '#kit/web/time/instantTexts.ts'
import { parseTicketSearch } from '../../ticketSearch.ts'
import {
  type BackOfficeTicketRow,
  listBackOfficeTickets,
  ticketFilterTexts,
  ticketLabel,
} from '../../backoffice.ts'
import type { StatusLabel } from '#staff/statusLabel.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { findProofText } from '#receipt/proof.ts'
import { ExportMenu } from '#staff/web/backoffice/ExportMenu.tsx'
import css from '#staff/web/backoffice/Ops.module.css'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { useQueryChange } from '#kit/web/route/useQueryChange.ts'
import { ExitQuestions } from './ExitQuestions.tsx'
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
  const changeQuery = useQueryChange()
  const [searchedBy, setSearchedBy] = useState<SearchedBy>('entered')
  const text = findProofText(useRoute().query['q'] ?? '')
  const actions = (
    <>
      <ScanButton
        text="Ler ticket ou recibo"
        parseCodes={parseTicketOrReceipt}
        onCodes={([code]) => {
          setSearchedBy('entered')
          changeQuery({ q: code })
        }}
        onFailed={() => notify(callTexts.page, 'danger')}
      />
      <ExportMenu lists={[{ list: 'tickets' }]} />
    </>
  )
  return (
    <StaffPage title="Tickets" actions={actions}>
      {text === null ? (
        <Tickets searchedBy={searchedBy} onSearch={setSearchedBy} />
      ) : (
        <ReceiptSearch key={text} text={text} />
      )}
    </StaffPage>
  )
}

const filters = [
  byLot,
  byState(ticketFilterTexts, 'Todos'),
  ...byPeriod({ label: 'Entrada', from: 'Entrada desde', until: 'Entrada até' }),
]

type SearchProps = { searchedBy: SearchedBy; onSearch: (by: SearchedBy) => void }

function Tickets({ searchedBy, onSearch }: SearchProps) {
  const list = usePagedList(listBackOfficeTickets, { filterNames: filters.map(({ name }) => name) })
  const refusals = list.view.state === 'ready' ? list.view.value.refusals : []
  useOpenSingleResult(list, refusals.length === 0 && searchedBy === 'entered')
  return (
    <PagedList
      list={list}
      label="Tickets"
      nouns={['ticket', 'tickets']}
      failed="Não foi possível carregar os tickets"
      search="Código do ticket ou placa"
      onSearch={onSearch}
      filters={<FilterBar filters={filters} />}
      note={<ExitQuestions refusals={refusals} />}
      empty={{ icon: 'ticket', title: 'Nenhum ticket', text: 'Os tickets aparecem quando os carros entram.' }}
      keyOf={(row) => row.id}
      href={(row) => hrefTo('staff.ticket', { params: { code: row.id } })}
      columns={[
        { title: 'Ticket', cell: (row) => <span className={css.code}>{formatTicketCode(row.id)}</span> },
        { title: 'Placa', cell: (row) => row.plate ?? '—' },
        {
          title: 'Situação',
          cell: (row) => <Tag of={labelOf(row)} />,
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

function labelOf(row: BackOfficeTicketRow): StatusLabel {
  const label = ticketLabel(row)
  const until = row.standing?.exit_until ?? null
  if (until === null) return label
  return { ...label, text: `Pago, sair até ${formatDayAndTime(until, row.time_zone)}` }
}

function useOpenSingleResult({ view }: PagedListState<BackOfficeTicketRow>, opens: boolean): void {
  const { query } = useRoute()
  const sought = parseTicketSearch(query['q'] ?? '')
  const rows = view.state === 'ready' && !view.refreshing ? view.value.data : []
  const [only] = rows
  const text = (sought?.kind === 'code' ? only?.id : only?.plate) ?? ''
  const matches = sought !== null && text >= sought.from && text <= sought.to
  const code = opens && rows.length === 1 && matches && only ? only.id : null
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
