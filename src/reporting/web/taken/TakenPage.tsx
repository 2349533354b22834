import { useLayoutEffect } from 'react'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { formatReais } from '#kit/money.ts'
import { Page } from '#kit/web/page/Page.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import type { Column } from '#kit/web/list/Table.tsx'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { useQueryChange } from '#kit/web/route/useQueryChange.ts'
import { hrefTo, useRoute } from '#kit/web/route/routes.ts'
import { lotColumn } from '#staff/web/list/columns.ts'
import css from '#staff/web/backoffice/Ops.module.css'
import { byChoice, byLot, byPeriod } from '#staff/web/list/filters.tsx'
import { ListPage } from '#staff/web/list/ListPage.tsx'
import { listTaken, takenSources, type WireTaken } from '../../taken.ts'
import { currentMonth } from '../interval/IntervalControl.tsx'

const sourceChoices = Object.entries(takenSources).map(([value, { text }]) => ({ value, text }))

const filters = [
  byLot,
  byChoice({ name: 'source', label: 'Origem', choices: sourceChoices, all: 'Todas' }),
  ...byPeriod({ required: true }),
]

export default function TakenPage() {
  const hasPeriod = usePeriodInAddress()
  // Without the footer, which would move.
  if (!hasPeriod)
    return (
      <Page title="Recebimentos">
        <Skeleton lines={5} />
      </Page>
    )
  return (
    <ListPage
      title="Recebimentos"
      endpoint={listTaken}
      nouns={['recebimento', 'recebimentos']}
      failed="Não foi possível carregar os recebimentos"
      filters={filters}
      exportName="taken"
      empty={{
        icon: 'receipt',
        title: 'Nada recebido',
        text: 'Os pagamentos do portal e das máquinas aparecem aqui, um a um.',
      }}
      keyOf={({ id }) => id}
      href={hrefOfTaken}
      columns={[
        codeColumn('Data', ({ at, time_zone }) => dateTimeText(at, time_zone)),
        codeColumn('Ticket', ({ ticket }) => formatTicketCode(ticket)),
        { ...wordsColumn('Protocolo', ({ protocol }) => protocol), wideOnly: true },
        wordsColumn('Origem', ({ source }) => takenSources[source].text),
        wordsColumn('Forma', ({ method, brand }) => (brand === null ? method : `${method}, ${brand}`)),
        { ...wordsColumn('Adquirente', ({ acquirer }) => acquirer), wideOnly: true },
        lotColumn,
        { title: 'Valor', cell: ({ amount }) => formatReais(amount.value), numeric: true },
      ]}
    />
  )
}

function codeColumn(title: string, text: (row: WireTaken) => string): Column<WireTaken> {
  return { title, cell: (row) => <span className={css.code}>{text(row)}</span> }
}

/** Eight columns fit beside the rail where lines break between words only. */
function wordsColumn(title: string, text: (row: WireTaken) => string | null): Column<WireTaken> {
  return { title, cell: (row) => <span className={css.words}>{text(row) ?? '—'}</span> }
}

/** Puts the current month into an address without a period. */
function usePeriodInAddress(): boolean {
  const { from, until } = useRoute().query
  const changeQuery = useQueryChange()
  const { startDate, endDate } = currentMonth()
  const isThere = !!from && !!until
  useLayoutEffect(() => {
    if (!isThere) changeQuery({ from: from || startDate, until: until || endDate }, { replace: true })
  })
  return isThere
}

function hrefOfTaken({ payment, ticket }: WireTaken): string {
  return payment === null
    ? hrefTo('staff.ticket', { params: { code: ticket } })
    : hrefTo('staff.transaction', { params: { token: payment } })
}
