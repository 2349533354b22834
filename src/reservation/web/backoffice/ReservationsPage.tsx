import { hrefTo } from '#kit/web/route/routes.ts'
import { backOfficeNames } from '#payment/stateTexts.ts'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { lotColumn, timeColumn } from '#staff/web/list/columns.ts'
import { byLot, byPeriod, byState } from '#staff/web/list/filters.tsx'
import { ListPage } from '#staff/web/list/ListPage.tsx'
import { listBackOfficeReservations } from '../../backoffice.ts'
import { reserveStateTexts } from '../../reservationState.ts'

export default function ReservationsPage() {
  return (
    <ListPage
      title="Reservas"
      endpoint={listBackOfficeReservations}
      nouns={['reserva', 'reservas']}
      failed="Não foi possível carregar as reservas"
      search="Placa, nome ou ticket"
      filters={[
        byLot,
        byState(backOfficeNames(reserveStateTexts)),
        ...byPeriod({ label: 'Reserva', from: 'Reserva desde', until: 'Reserva até' }),
      ]}
      exportName="reservations"
      empty={{ icon: 'reserve', title: 'Nenhuma reserva', text: 'As reservas dos clientes aparecem aqui.' }}
      keyOf={({ id }) => id}
      href={({ id }) => hrefTo('staff.reservation', { params: { token: id } })}
      columns={[
        { title: 'Placa', cell: ({ plate }) => plate },
        { title: 'Situação', cell: ({ state }) => <Tag of={reserveStateTexts[state].staff} /> },
        { title: 'Cliente', cell: ({ person }) => person ?? '—' },
        { ...timeColumn('Chegada até', 'arrive_until'), numeric: true },
        { title: 'Pré-autorizado', cell: ({ hold }) => `R$ ${hold.valueHuman}`, numeric: true },
        lotColumn,
      ]}
    />
  )
}
