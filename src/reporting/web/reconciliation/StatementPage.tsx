import type { ReplyOf } from '#kit/endpoint.ts'
import { dayText } from '#kit/calendar.ts'
import { reaisText } from '#kit/money.ts'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { Filter } from '#kit/web/list/Filter.tsx'
import { CallList } from '#kit/web/list/PagedList.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { groupCode } from '#checkout/groupCode.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import {
  compareStatement,
  comparison,
  readStatement,
  standings,
  type WireCompared,
} from '../../reconciliation.ts'
import { ExportLinks } from '#staff/web/backoffice/ExportLinks.tsx'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'

export default function StatementPage() {
  const id = useRoute().params['id'] ?? ''
  return (
    <StaffPage title="Extrato" onBackClick={() => go('staff.reconciliation')}>
      <Outcome id={id} />
      <CallList
        endpoint={compareStatement}
        params={{ id }}
        narrowedBy={['standing']}
        label="Lançamentos"
        failed="Não foi possível comparar o extrato"
        filters={
          <>
            <Filter
              name="standing"
              label="Situação"
              choices={Object.entries(standings).map(([value, text]) => ({ value, text }))}
              all="Todas"
            />
            <ExportLinks list="differences" query={{ statement: id }} />
          </>
        }
        empty={{ icon: 'receipt', title: 'Nenhum lançamento', text: 'Nada a comparar neste período.' }}
        keyOf={({ key }) => key}
        columns={[
          { title: 'Situação', cell: ({ standing }) => standings[standing] },
          { title: 'Dia', cell: ({ day }) => dayText(day) },
          { title: 'Tipo', cell: ({ kind }) => (kind === 'capture' ? 'Venda' : 'Estorno') },
          { title: 'No extrato', numeric: true, cell: ({ in_statement }) => money(in_statement) },
          { title: 'No Guichê', numeric: true, cell: ({ in_ledger }) => money(in_ledger) },
          {
            title: 'Taxa',
            numeric: true,
            cell: ({ fee }) => (fee === null ? '—' : money(fee)),
            wideOnly: true,
          },
          {
            title: 'Recebimento',
            cell: ({ payout_day: day }) => (day === null ? '—' : dayText(day)),
            wideOnly: true,
          },
          { title: 'Pagamento', cell: (row) => <Payment row={row} /> },
        ]}
      />
    </StaffPage>
  )
}

function Outcome({ id }: { id: string }) {
  return (
    <LoadView
      load={useCall(readStatement, { params: { id } })}
      lines={4}
      label="Comparando, aguarde..."
      failed="Não foi possível carregar o extrato"
    >
      {({ data }) => <Verdict {...data} />}
    </LoadView>
  )
}

function Verdict({ name, from_day, to_day, totals }: ReplyOf<typeof readStatement>['data']) {
  const differences = totals.only_ledger.count + totals.only_statement.count + totals.amount.count
  const sums = comparison.options.map((standing) => ({
    label: `${standings[standing]}: ${totals[standing].count}`,
    value: money(totals[standing].amount),
  }))
  return (
    <Situation tone={differences === 0 ? 'go' : 'warn'} title={verdict(differences)}>
      <p>{`${name}, de ${dayText(from_day)} a ${dayText(to_day)}`}</p>
      <Facts facts={sums} />
    </Situation>
  )
}

function verdict(differences: number): string {
  if (differences === 0) return 'Tudo confere'
  return differences === 1 ? '1 diferença' : `${differences} diferenças`
}

function Payment({ row: { token, ticket_code, note } }: { row: WireCompared }) {
  if (token === null) return <>{note ?? 'desconhecido'}</>
  return (
    <RouteLink to="staff.transaction" params={{ token }}>
      {ticket_code === null ? 'Abrir transação' : groupCode(ticket_code)}
    </RouteLink>
  )
}

function money(reais: number | null): string {
  return reais === null ? 'não consta' : reaisText(reais)
}
