import { groupCode } from '#checkout/groupCode.ts'
import { Filter } from '#kit/web/list/Filter.tsx'
import { CallList } from '#kit/web/list/PagedList.tsx'
import { hrefTo } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instants.ts'
import { LotFilter } from '#parking/web/backoffice/LotFilter.tsx'
import { DayFilter } from '#staff/web/backoffice/DayFilter.tsx'
import { ExportLinks } from '#staff/web/backoffice/ExportLinks.tsx'
import { choicesOf, Tag } from '#staff/web/backoffice/Tag.tsx'
import css from '#staff/web/backoffice/Ops.module.css'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { listDisputes } from '../../backoffice.ts'
import { disputeKinds, disputeStates } from '../../states.ts'

export default function DisputesPage() {
  return (
    <StaffPage title="Contestações de banco">
      <CallList
        endpoint={listDisputes}
        narrowedBy={['lot_id', 'state', 'from', 'until']}
        label="Contestações de banco"
        failed="Não foi possível carregar as contestações"
        search="Ticket, protocolo ou número na adquirente"
        filters={
          <div className={css.filters}>
            <LotFilter />
            <Filter name="state" label="Situação" choices={choicesOf(disputeStates)} all="Todas" />
            <DayFilter name="from" label="Desde" />
            <DayFilter name="until" label="Até" />
            <ExportLinks list="disputes" />
          </div>
        }
        empty={{
          icon: 'shield',
          title: 'Nenhuma contestação',
          text: 'Quando um cliente ou o banco dele contesta um pagamento, ele aparece aqui com o prazo para responder.',
        }}
        keyOf={({ id }) => id}
        href={({ id }) => hrefTo('staff.dispute', { params: { id: String(id) } })}
        columns={[
          { title: 'Ticket', cell: ({ ticket }) => groupCode(ticket) },
          { title: 'Tipo', cell: ({ kind }) => disputeKinds[kind] },
          { title: 'Situação', cell: ({ state }) => <Tag of={disputeStates[state]} /> },
          { title: 'Valor', cell: ({ amount }) => `R$ ${amount.valueHuman}`, numeric: true },
          {
            title: 'Prazo',
            cell: ({ deadline_at: at, time_zone: zone }) => (at === null ? '—' : dateTimeText(at, zone)),
          },
          {
            title: 'Avisada',
            cell: ({ told_at: at, time_zone: zone }) => dateTimeText(at, zone),
            wideOnly: true,
          },
          { title: 'Estacionamento', cell: ({ lot }) => lot ?? '—', wideOnly: true },
        ]}
      />
    </StaffPage>
  )
}
