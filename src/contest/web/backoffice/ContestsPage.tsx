import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { hrefTo } from '#kit/web/route/routes.ts'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { lotColumn, timeColumn } from '#staff/web/list/columns.ts'
import { byLot, byPeriod, byState } from '#staff/web/list/filters.tsx'
import { ListPage } from '#staff/web/list/ListPage.tsx'
import { listContests } from '../../backoffice.ts'
import { contestReasons, contestStates, daysLeftText } from '../../states.ts'

export default function ContestsPage() {
  return (
    <ListPage
      title="Reclamações"
      endpoint={listContests}
      nouns={['reclamação', 'reclamações']}
      failed="Não foi possível carregar as reclamações"
      search="Ticket ou protocolo"
      filters={[byLot, byState(contestStates), ...byPeriod()]}
      exportName="contests"
      empty={{
        icon: 'chat',
        title: 'Nenhuma reclamação',
        text: 'Quando um cliente contesta um pagamento no portal, a reclamação aparece aqui com o prazo para responder.',
      }}
      keyOf={({ id }) => id}
      href={({ id }) => hrefTo('staff.contest', { params: { id: String(id) } })}
      columns={[
        { title: 'Ticket', cell: ({ ticket }) => formatTicketCode(ticket) },
        { title: 'Motivo', cell: ({ reason }) => contestReasons[reason].text },
        { title: 'Situação', cell: ({ state }) => <Tag of={contestStates[state]} /> },
        { title: 'Responder', cell: daysLeftText },
        {
          title: 'Devolvido',
          cell: ({ refunded }) => (refunded === null ? '—' : `R$ ${refunded.valueHuman}`),
          numeric: true,
        },
        { ...timeColumn('Aberta', 'opened_at'), wideOnly: true },
        lotColumn,
      ]}
    />
  )
}
