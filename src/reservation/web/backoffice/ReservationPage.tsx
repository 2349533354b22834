import { formatPlate } from '#vehicle/formatPlate.ts'
import { call } from '#kit/web/call/call.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { hrefTo, useRoute } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import {
  cancelBackOfficeReservation,
  type BackOfficeReservation,
  enterBackOfficeReservation,
  openBackOfficeReservation,
} from '../../backoffice.ts'
import { reserveAllows, reserveStateTexts } from '../../reservationState.ts'
import { Copyable } from '#staff/web/backoffice/Copyable.tsx'
import { DetailPage } from '#staff/web/backoffice/DetailPage.tsx'
import type { RecordAction } from '#staff/web/backoffice/RecordActions.tsx'
import { ReasonDialog } from '#staff/web/backoffice/ReasonDialog.tsx'
import { Timeline } from '#staff/web/backoffice/Timeline.tsx'
import { confirmAndRun } from '#staff/web/backoffice/confirmAndRun.ts'

export default function ReservationPage() {
  return (
    <DetailPage
      kind="Reserva"
      endpoint={openBackOfficeReservation}
      id={useRoute().params['token'] ?? ''}
      failed="Não foi possível carregar a reserva"
      heading={({ plate, state }) => ({
        title: formatPlate(plate),
        status: reserveStateTexts[state].staff,
      })}
      actions={reservationActions}
    >
      {(entity) => (
        <>
          <Stay entity={entity} />
          <Payment entity={entity} />
          <Timeline history={entity.history} timeZone={entity.time_zone} />
        </>
      )}
    </DetailPage>
  )
}

type Props = { entity: BackOfficeReservation }

function Stay({ entity }: Props) {
  const at = (iso: string) => dateTimeText(iso, entity.time_zone)
  return (
    <Panel title="Permanência">
      <Facts
        facts={[
          { label: 'Estacionamento', value: entity.lot },
          { label: 'Veículo', value: entity.vehicle },
          { label: 'Cliente', value: entity.person ?? '—' },
          { label: 'Chegada até', value: at(entity.arrive_until) },
          entity.entered_at !== null && { label: 'Entrada', value: at(entity.entered_at) },
        ]}
      />
    </Panel>
  )
}

function Payment({ entity }: Props) {
  const code = formatTicketCode(entity.ticket)
  const ticket =
    entity.entered_at === null ? (
      code
    ) : (
      <a href={hrefTo('staff.ticket', { params: { code: entity.ticket } })}>{code}</a>
    )
  return (
    <Panel title="Pagamento">
      <Facts
        facts={[
          { label: 'Pré-autorizado', value: `R$ ${entity.hold.valueHuman}` },
          reserveAllows('cancel', entity.state) && {
            label: 'Retido se cancelada',
            value: `R$ ${entity.retained.valueHuman}`,
          },
          {
            label: 'Transação',
            value: (
              <a href={hrefTo('staff.transaction', { params: { token: entity.id } })}>Abrir transação</a>
            ),
          },
          {
            label: 'Ticket',
            value: (
              <Copyable text={entity.ticket} name="o código do ticket">
                {ticket}
              </Copyable>
            ),
          },
        ]}
      />
    </Panel>
  )
}

function reservationActions(entity: BackOfficeReservation, reload: () => void): readonly RecordAction[] {
  const { can, retained } = entity
  const text =
    retained.value === 0
      ? 'A pré-autorização é liberada por inteiro.'
      : `R$ ${retained.valueHuman} ficam retidos e o resto da pré-autorização é liberado.`
  const enters: RecordAction = {
    text: 'Registrar entrada',
    isPrimary: true,
    run: () => enter(entity, reload),
  }
  const cancels: RecordAction = {
    text: 'Cancelar reserva',
    isDanger: true,
    dialog: (close) => (
      <ReasonDialog
        title="Cancelar reserva"
        yes="Cancelar reserva"
        danger
        run={(reason) => cancel(entity, reason)}
        onChanged={reload}
        onClose={close}
      >
        <p>{text}</p>
      </ReasonDialog>
    ),
  }
  return [...(can.enter ? [enters] : []), ...(can.cancel ? [cancels] : [])]
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
