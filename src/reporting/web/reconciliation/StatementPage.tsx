import { formatDay } from '#kit/calendar.ts'
import { formatReais } from '#kit/money.ts'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { QueryFilter } from '#kit/web/list/QueryFilter.tsx'
import { EndpointList } from '#kit/web/list/PagedList.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import {
  compareStatement,
  matchStatus,
  readStatement,
  matchStatusTexts,
  type WireComparedRow,
} from '../../reconciliation.ts'
import { ExportLinks } from '#staff/web/backoffice/ExportLinks.tsx'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'

export default function StatementPage() {
  const id = useRoute().params['id'] ?? ''
  return (
    <StaffPage title="Extrato" onBackClick={() => go('staff.reconciliation')}>
      <StatementSummary id={id} />
      <EndpointList
        endpoint={compareStatement}
        params={{ id }}
        narrowedBy={['standing']}
        label="Lançamentos"
        failed="Não foi possível comparar o extrato"
        filters={
          <>
            <QueryFilter
              name="standing"
              label="Situação"
              choices={Object.entries(matchStatusTexts).map(([value, text]) => ({ value, text }))}
              all="Todas"
            />
            <ExportLinks list="differences" query={{ statement: id }} />
          </>
        }
        empty={{ icon: 'receipt', title: 'Nenhum lançamento', text: 'Nada a comparar neste período.' }}
        keyOf={({ key }) => key}
        columns={[
          { title: 'Situação', cell: ({ standing }) => matchStatusTexts[standing] },
          { title: 'Dia', cell: ({ day }) => formatDay(day) },
          { title: 'Tipo', cell: ({ kind }) => (kind === 'capture' ? 'Venda' : 'Estorno') },
          { title: 'No extrato', numeric: true, cell: ({ in_statement }) => reaisOrMissing(in_statement) },
          { title: 'No Guichê', numeric: true, cell: ({ in_ledger }) => reaisOrMissing(in_ledger) },
          {
            title: 'Taxa',
            numeric: true,
            cell: ({ fee }) => (fee === null ? '—' : formatReais(fee)),
            wideOnly: true,
          },
          {
            title: 'Recebimento',
            cell: ({ payout_day: day }) => (day === null ? '—' : formatDay(day)),
            wideOnly: true,
          },
          { title: 'Pagamento', cell: (row) => <Payment row={row} /> },
        ]}
      />
    </StaffPage>
  )
}

function StatementSummary({ id }: { id: string }) {
  return (
    <LoadView
      load={useCall(readStatement, { params: { id } })}
      lines={4}
      label="Comparando, aguarde..."
      failed="Não foi possível carregar o extrato"
    >
      {({ data: { name, from_day, to_day, totals } }) => {
        const differences = totals.only_ledger.count + totals.only_statement.count + totals.amount.count
        const sums = matchStatus.options.map((standing) => ({
          label: `${matchStatusTexts[standing]}: ${totals[standing].count}`,
          value: formatReais(totals[standing].amount),
        }))
        return (
          <Callout tone={differences === 0 ? 'go' : 'warn'} title={differencesText(differences)}>
            <p>{`${name}, de ${formatDay(from_day)} a ${formatDay(to_day)}`}</p>
            <Facts facts={sums} />
          </Callout>
        )
      }}
    </LoadView>
  )
}

function differencesText(differences: number): string {
  if (differences === 0) return 'Tudo confere'
  return differences === 1 ? '1 diferença' : `${differences} diferenças`
}

function Payment({ row: { token, ticket_code, note } }: { row: WireComparedRow }) {
  if (token === null) return <>{note ?? 'desconhecido'}</>
  return (
    <RouteLink to="staff.transaction" params={{ token }}>
      {ticket_code === null ? 'Abrir transação' : formatTicketCode(ticket_code)}
    </RouteLink>
  )
}

function reaisOrMissing(reais: number | null): string {
  return reais === null ? 'não consta' : formatReais(reais)
}
