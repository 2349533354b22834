import { Filter } from '#kit/web/list/Filter.tsx'
import { CallList } from '#kit/web/list/PagedList.tsx'
import { hrefTo } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instants.ts'
import { listBackOfficeReservations } from '../../backoffice.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { ExportLinks } from '#staff/web/backoffice/ExportLinks.tsx'
import { DayFilter } from '#staff/web/backoffice/DayFilter.tsx'
import { LotFilter } from '#parking/web/backoffice/LotFilter.tsx'
import css from '#staff/web/backoffice/Ops.module.css'
import { choicesOf, Tag } from '#staff/web/backoffice/Tag.tsx'
import { backOfficeNames } from '#payment/states.ts'
import { reserveStates } from '../../reservationState.ts'

export default function ReservationsPage() {
  return (
    <StaffPage title="Reservas">
      <CallList
        endpoint={listBackOfficeReservations}
        narrowedBy={['lot_id', 'state', 'from', 'until']}
        label="Reservas"
        failed="Não foi possível carregar as reservas"
        search="Placa, nome ou ticket"
        filters={
          <div className={css.filters}>
            <LotFilter />
            <Filter
              name="state"
              label="Situação"
              choices={choicesOf(backOfficeNames(reserveStates))}
              all="Todas"
            />
            <DayFilter name="from" label="Reserva desde" />
            <DayFilter name="until" label="Reserva até" />
            <ExportLinks list="reservations" />
          </div>
        }
        empty={{ icon: 'reserve', title: 'Nenhuma reserva', text: 'As reservas dos clientes aparecem aqui.' }}
        keyOf={(row) => row.id}
        href={(row) => hrefTo('staff.reservation', { params: { token: row.id } })}
        columns={[
          { title: 'Placa', cell: (row) => row.plate },
          { title: 'Situação', cell: (row) => <Tag of={reserveStates[row.state].staff} /> },
          { title: 'Cliente', cell: (row) => row.person ?? '—' },
          {
            title: 'Chegada até',
            cell: (row) => dateTimeText(row.arrive_until, row.time_zone),
            numeric: true,
          },
          { title: 'Pré-autorizado', cell: (row) => `R$ ${row.hold.valueHuman}`, numeric: true },
          { title: 'Estacionamento', cell: (row) => row.lot, wideOnly: true },
        ]}
      />
    </StaffPage>
  )
}
