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
import { listContests } from '../../backoffice.ts'
import { contestReasons, contestStates } from '../../states.ts'
import { daysLeftText } from './daysLeft.ts'

export default function ContestsPage() {
  return (
    <StaffPage title="Reclamações">
      <CallList
        endpoint={listContests}
        narrowedBy={['lot_id', 'state', 'from', 'until']}
        label="Reclamações"
        failed="Não foi possível carregar as reclamações"
        search="Ticket ou protocolo"
        filters={
          <div className={css.filters}>
            <LotFilter />
            <Filter name="state" label="Situação" choices={choicesOf(contestStates)} all="Todas" />
            <DayFilter name="from" label="Desde" />
            <DayFilter name="until" label="Até" />
            <ExportLinks list="contests" />
          </div>
        }
        empty={{
          icon: 'chat',
          title: 'Nenhuma reclamação',
          text: 'Quando um cliente contesta um pagamento no portal, a reclamação aparece aqui com o prazo para responder.',
        }}
        keyOf={({ id }) => id}
        href={({ id }) => hrefTo('staff.contest', { params: { id: String(id) } })}
        columns={[
          { title: 'Ticket', cell: ({ ticket }) => groupCode(ticket) },
          { title: 'Motivo', cell: ({ reason }) => contestReasons[reason].text },
          { title: 'Situação', cell: ({ state }) => <Tag of={contestStates[state]} /> },
          { title: 'Responder', cell: daysLeftText },
          {
            title: 'Devolvido',
            cell: ({ refunded }) => (refunded === null ? '—' : `R$ ${refunded.valueHuman}`),
            numeric: true,
          },
          {
            title: 'Aberta',
            cell: ({ opened_at: at, time_zone: zone }) => dateTimeText(at, zone),
            wideOnly: true,
          },
          { title: 'Estacionamento', cell: ({ lot }) => lot ?? '—', wideOnly: true },
        ]}
      />
    </StaffPage>
  )
}
