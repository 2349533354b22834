import { formatDay } from '#kit/calendar.ts'
import { formatReais } from '#kit/money.ts'
import { numberText } from '#kit/text/formats.ts'
import { useCallback, useState } from 'react'
import { call } from '#kit/web/call/call.ts'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { QueryFilter } from '#kit/web/list/QueryFilter.tsx'
import { EndpointList } from '#kit/web/list/PagedList.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { useRoute } from '#kit/web/route/routes.ts'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import {
  compareStatement,
  comparedStatuses,
  movementTexts,
  readStatement,
  type MatchStatus,
  matchStatusTexts,
  type StatementKinds,
  type StatementRows,
  type WireComparedRow,
} from '../../reconciliation.ts'
import { ExportMenu } from '#staff/web/backoffice/ExportMenu.tsx'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import type { StatusLabel } from '#staff/statusLabel.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'

export default function StatementPage() {
  const id = useRoute().params['id'] ?? ''
  const [name, setName] = useState('Extrato')
  return (
    <StaffPage
      title={name}
      actions={<ExportMenu lists={[{ list: 'differences', query: { statement: id } }]} />}
    >
      <StatementSummary id={id} onNamed={setName} />
      <EndpointList
        endpoint={compareStatement}
        params={{ id }}
        narrowedBy={['standing']}
        label="Lançamentos"
        nouns={['lançamento', 'lançamentos']}
        failed="Não foi possível comparar o extrato"
        filters={
          <QueryFilter
            name="standing"
            label="Situação"
            choices={Object.entries(matchStatusTexts).map(([value, text]) => ({ value, text }))}
            all="Todas"
          />
        }
        empty={{ icon: 'receipt', title: 'Nenhum lançamento', text: 'Nada a comparar neste período.' }}
        keyOf={({ key }) => key}
        columns={[
          { title: 'Situação', cell: ({ standing }) => <Tag of={standingLabel(standing)} /> },
          { title: 'Dia', cell: ({ day }) => (day === null ? '—' : formatDay(day)) },
          { title: 'Tipo', cell: ({ kind }) => (kind === null ? '—' : movementTexts[kind]) },
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

function standingLabel(standing: MatchStatus): StatusLabel {
  return { text: matchStatusTexts[standing], tone: standing === 'match' ? 'go' : 'warn' }
}

function StatementSummary({ id, onNamed }: { id: string; onNamed: (name: string) => void }) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const answer = await call(readStatement, { params: { id }, signal })
      onNamed(answer.data.name)
      return answer
    },
    [id, onNamed],
  )
  return (
    <LoadView
      load={useLoad(load)}
      lines={4}
      label="Comparando, aguarde..."
      failed="Não foi possível carregar o extrato"
    >
      {({ data: { name, from_day, to_day, totals, rows, kinds } }) => {
        const differences = totals.only_ledger.count + totals.only_statement.count + totals.amount.count
        const sums = comparedStatuses.map((standing) => ({
          label: `${matchStatusTexts[standing]}: ${totals[standing].count}`,
          value: formatReais(totals[standing].amount),
        }))
        const isRight = differences === 0 && rows.not_understood === 0
        return (
          <Callout tone={isRight ? 'go' : 'warn'} title={differencesText(differences)}>
            <p>{`${name}, de ${formatDay(from_day)} a ${formatDay(to_day)}`}</p>
            <p>{rowsText(rows)}</p>
            <Facts facts={[...kindFacts(kinds), ...sums]} />
          </Callout>
        )
      }}
    </LoadView>
  )
}

function rowsText({ read, stored, not_understood: unread }: StatementRows): string {
  const counts = [
    ['lidas', read],
    ['guardadas', stored],
    ['não entendidas', unread],
  ] as const
  return `Linhas ${counts.map(([text, count]) => `${text}: ${numberText(count)}`).join(', ')}.`
}

const kindPlurals = { capture: 'Vendas', refund: 'Devoluções', other_out: 'Outras saídas' } as const

function kindFacts(kinds: StatementKinds) {
  return (['capture', 'refund', 'other_out'] as const).map((kind) => ({
    label: `${kindPlurals[kind]}: ${kinds[kind].count}`,
    value: formatReais(kinds[kind].amount),
  }))
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
