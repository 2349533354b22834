import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { hrefTo } from '#kit/web/route/routes.ts'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { lotColumn, timeColumn } from '#staff/web/list/columns.ts'
import { byLot, byPeriod, byState } from '#staff/web/list/filters.tsx'
import { ListPage } from '#staff/web/list/ListPage.tsx'
import { listDisputes } from '../../backoffice.ts'
import { disputeKinds, disputeStates } from '../../states.ts'

export default function DisputesPage() {
  return (
    <ListPage
      title="Contestações"
      endpoint={listDisputes}
      nouns={['contestação', 'contestações']}
      failed="Não foi possível carregar as contestações"
      search="Ticket, protocolo ou número na adquirente"
      filters={[byLot, byState(disputeStates), ...byPeriod()]}
      exportName="disputes"
      empty={{
        icon: 'shield',
        title: 'Nenhuma contestação',
        text: 'Quando um cliente ou o banco dele contesta um pagamento, ele aparece aqui com o prazo para responder.',
      }}
      keyOf={({ id }) => id}
      href={({ id }) => hrefTo('staff.dispute', { params: { id: String(id) } })}
      columns={[
        { title: 'Ticket', cell: ({ ticket }) => formatTicketCode(ticket) },
        { title: 'Tipo', cell: ({ kind }) => disputeKinds[kind] },
        { title: 'Situação', cell: ({ state }) => <Tag of={disputeStates[state]} /> },
        { title: 'Valor', cell: ({ amount }) => `R$ ${amount.valueHuman}`, numeric: true },
        timeColumn('Prazo', 'deadline_at'),
        { ...timeColumn('Avisada', 'told_at'), wideOnly: true },
        lotColumn,
      ]}
    />
  )
}
