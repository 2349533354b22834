import { Filter } from '#kit/web/list/Filter.tsx'
import { PagedList } from '#kit/web/list/PagedList.tsx'
import { usePagedList } from '#kit/web/list/usePagedList.ts'
import { hrefTo } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/ticket/instants.ts'
import { listDeskReservations } from '../../../ops/reservationContract.ts'
import { StaffPage } from '../../frame/StaffPage.tsx'
import { DayFilter } from '../DayFilter.tsx'
import { LotFilter } from '../LotFilter.tsx'
import css from '../Ops.module.css'
import { deskNames } from '#payment/states.ts'
import { reserveStates } from '#reservation/states.ts'
import { choicesOf } from '../stateTexts.ts'
import { Tag } from '../Tag.tsx'

/** Reserved spaces: whose, for which car, until when. */
export default function ReservationsPage() {
  return (
    <StaffPage title="Reservas">
      <Reservations />
    </StaffPage>
  )
}

function Reservations() {
  const list = usePagedList(listDeskReservations, { filters: ['lot_id', 'state', 'from', 'until'] })
  return (
    <PagedList
      list={list}
      label="Reservas"
      failed="Não foi possível carregar as reservas"
      search="Placa, nome ou ticket"
      filters={
        <div className={css.filters}>
          <LotFilter />
          <Filter name="state" label="Situação" choices={choicesOf(deskNames(reserveStates))} all="Todas" />
          <DayFilter name="from" label="Reserva desde" />
          <DayFilter name="until" label="Reserva até" />
        </div>
      }
      empty={{ icon: 'reserve', title: 'Nenhuma reserva', text: 'As reservas dos clientes aparecem aqui.' }}
      keyOf={(row) => row.id}
      href={(row) => hrefTo('staff.reservation', { params: { token: row.id } })}
      columns={[
        { title: 'Placa', cell: (row) => row.plate },
        { title: 'Situação', cell: (row) => <Tag of={reserveStates[row.state].desk} /> },
        { title: 'Cliente', cell: (row) => row.person ?? '—' },
        { title: 'Chegada até', cell: (row) => dateTimeText(row.arrive_until, row.time_zone), numeric: true },
        { title: 'Pré-autorizado', cell: (row) => `R$ ${row.hold.valueHuman}`, numeric: true },
        { title: 'Estacionamento', cell: (row) => row.lot, wideOnly: true },
      ]}
    />
  )
}
