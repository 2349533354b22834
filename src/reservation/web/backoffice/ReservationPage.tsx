import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { go, hrefTo, useRoute } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { TicketCard } from '#checkout/web/ticket/TicketCard.tsx'
import {
  cancelBackOfficeReservation,
  type BackOfficeReservation,
  enterBackOfficeReservation,
  openBackOfficeReservation,
} from '../../backoffice.ts'
import { reserveAllows, reserveStateTexts } from '../../reservationState.ts'
import { DetailPage } from '#staff/web/backoffice/DetailPage.tsx'
import css from '#staff/web/backoffice/Ops.module.css'
import { ReasonButton } from '#staff/web/backoffice/ReasonDialog.tsx'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { confirmAndRun } from '#staff/web/backoffice/confirmAndRun.ts'

export default function ReservationPage() {
  return (
    <DetailPage
      title="Reserva"
      onBackClick={() => go('staff.reservations')}
      endpoint={openBackOfficeReservation}
      id={useRoute().params['token'] ?? ''}
      failed="Não foi possível carregar a reserva"
      side={(entity, reload) => (
        <>
          <Card entity={entity} />
          <Actions entity={entity} reload={reload} />
        </>
      )}
    />
  )
}

function Card({ entity }: { entity: BackOfficeReservation }) {
  const at = (iso: string) => dateTimeText(iso, entity.time_zone)
  return (
    <TicketCard
      code={entity.ticket}
      lot={entity.lot}
      facts={[
        { label: 'Situação', value: <Tag of={reserveStateTexts[entity.state].staff} /> },
        { label: 'Placa', value: <strong>{entity.plate}</strong> },
        { label: 'Veículo', value: entity.vehicle },
        { label: 'Cliente', value: entity.person ?? '—' },
        { label: 'Chegada até', value: at(entity.arrive_until) },
        entity.entered_at !== null && { label: 'Entrada', value: at(entity.entered_at) },
        { label: 'Pré-autorizado', value: `R$ ${entity.hold.valueHuman}` },
        reserveAllows('cancel', entity.state) && {
          label: 'Retido se cancelada',
          value: `R$ ${entity.retained.valueHuman}`,
        },
        {
          label: 'Transação',
          value: <a href={hrefTo('staff.transaction', { params: { token: entity.id } })}>Abrir transação</a>,
        },
        entity.entered_at !== null && {
          label: 'Ticket',
          value: <a href={hrefTo('staff.ticket', { params: { code: entity.ticket } })}>Abrir ticket</a>,
        },
      ]}
    />
  )
}

function Actions({ entity, reload }: { entity: BackOfficeReservation; reload: () => void }) {
  const press = useOneAtATime(() => enter(entity, reload))
  const { can, retained } = entity
  if (!can.enter && !can.cancel) return null
  return (
    <div className={css.buttons}>
      {can.enter && (
        <Button variant="primary" type="button" icon="car" onClick={() => void press()}>
          Registrar entrada
        </Button>
      )}
      {can.cancel && (
        <ReasonButton
          variant="danger"
          button="Cancelar reserva"
          title="Cancelar reserva"
          yes="CANCELAR RESERVA"
          danger
          run={(reason) => cancel(entity, reason)}
          onChanged={reload}
        >
          <p>
            {retained.value === 0
              ? 'A pré-autorização é liberada por inteiro.'
              : `R$ ${retained.valueHuman} ficam retidos e o resto da pré-autorização é liberado.`}
          </p>
        </ReasonButton>
      )}
    </div>
  )
}

async function enter({ id, plate }: BackOfficeReservation, reload: () => void): Promise<void> {
  const text = `O veículo ${plate} está na cancela e entra agora na vaga reservada.`
  const question = { title: 'Registrar a entrada?', text, yes: 'Registrar', no: 'Voltar' }
  const run = () => call(enterBackOfficeReservation, { params: { id } })
  await confirmAndRun(question, run, { done: 'Entrada registrada.', onChanged: reload })
}

async function cancel({ id }: BackOfficeReservation, reason: string): Promise<void> {
  await call(cancelBackOfficeReservation, { params: { id }, body: { reason } })
  notify('Reserva cancelada.', 'success')
}
