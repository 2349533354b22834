import { useCall } from '#kit/web/call/useCall.ts'
import { useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { go, hrefTo, useRoute } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instants.ts'
import { TicketCard } from '#checkout/web/ticket/TicketCard.tsx'
import {
  cancelBackOfficeReservation,
  type BackOfficeReservation,
  enterBackOfficeReservation,
  openBackOfficeReservation,
} from '../../backoffice.ts'
import { reserveAllows, reserveStates } from '../../reservationState.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { FileView } from '#staff/web/backoffice/FileView.tsx'
import css from '#staff/web/backoffice/Ops.module.css'
import { ReasonDialog } from '#staff/web/backoffice/ReasonDialog.tsx'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { Timeline } from '#staff/web/backoffice/Timeline.tsx'
import { confirmAndRun } from '#staff/web/backoffice/confirmAndRun.ts'

export default function ReservationPage() {
  const token = useRoute().params['token'] ?? ''
  return (
    <StaffPage title="Reserva" onBackClick={() => go('staff.reservations')}>
      <Reservation token={token} />
    </StaffPage>
  )
}

function Reservation({ token }: { token: string }) {
  const file = useCall(openBackOfficeReservation, { params: { id: token } })
  return (
    <FileView file={file} failed="Não foi possível carregar a reserva">
      {(entity) => (
        <>
          <div className={css.side}>
            <Card entity={entity} />
            <Actions entity={entity} reload={file.reload} />
          </div>
          <div className={css.main}>
            <Timeline history={entity.history} timeZone={entity.time_zone} />
          </div>
        </>
      )}
    </FileView>
  )
}

function Card({ entity }: { entity: BackOfficeReservation }) {
  const at = (iso: string) => dateTimeText(iso, entity.time_zone)
  return (
    <TicketCard
      code={entity.ticket}
      lot={entity.lot}
      facts={[
        { label: 'Situação', value: <Tag of={reserveStates[entity.state].staff} /> },
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
  const { id, plate, can, retained } = entity
  const [cancelling, setCancelling] = useState(false)
  const enter = useOneAtATime(async () => {
    const text = `O veículo ${plate} está na cancela e entra agora na vaga reservada.`
    const question = { title: 'Registrar a entrada?', text, yes: 'Registrar', no: 'Voltar' }
    const run = () => call(enterBackOfficeReservation, { params: { id } })
    await confirmAndRun(question, run, { done: 'Entrada registrada.', onChanged: reload })
  })
  const cancel = async (reason: string) => {
    await call(cancelBackOfficeReservation, { params: { id }, body: { reason } })
    notify('Reserva cancelada.', 'success')
  }
  if (!can.enter && !can.cancel) return null
  return (
    <div className={css.buttons}>
      {can.enter && (
        <Button look="primary" type="button" icon="car" onClick={() => void enter()}>
          Registrar entrada
        </Button>
      )}
      {can.cancel && (
        <Button look="danger" type="button" onClick={() => setCancelling(true)}>
          Cancelar reserva
        </Button>
      )}
      {cancelling && (
        <ReasonDialog
          title="Cancelar reserva"
          yes="CANCELAR RESERVA"
          danger
          run={cancel}
          onChanged={reload}
          onClose={() => setCancelling(false)}
        >
          <p>
            {retained.value === 0
              ? 'A pré-autorização é liberada por inteiro.'
              : `R$ ${retained.valueHuman} ficam retidos e o resto da pré-autorização é liberado.`}
          </p>
        </ReasonDialog>
      )}
    </div>
  )
}
