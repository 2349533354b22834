import type { ComponentType } from 'react'
import { formatReais } from '#kit/money.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { hrefTo, useRoute } from '#kit/web/route/routes.ts'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { dateTimeText, formatDayAndTime, whenText } from '#kit/web/time/instantTexts.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { type BackOfficeTicket, openBackOfficeTicket } from '../../backoffice.ts'
import { Copyable } from '#staff/web/backoffice/Copyable.tsx'
import { DetailPage } from '#staff/web/backoffice/DetailPage.tsx'
import css from '#staff/web/backoffice/Ops.module.css'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { Timeline } from '#staff/web/backoffice/Timeline.tsx'
import { Slip } from './Slip.tsx'
import { ticketActions } from './ticketActions.tsx'
import type { WireTicket } from '../../contract.ts'
import type { StatusLabel } from '#staff/statusLabel.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import { paymentStates } from '#payment/stateTexts.ts'

type Shown = { entity: BackOfficeTicket; onChanged: () => void }

type Props = {
  /** What shops gave the ticket; nothing without. */
  Validations: ComponentType<Shown>
  /** Gives it a shop's benefit. */
  ValidateDialog: ComponentType<Shown & { onClose: () => void }>
}

export function TicketScreen({ Validations, ValidateDialog }: Props) {
  const code = useRoute().params['code'] ?? ''
  return (
    <DetailPage
      kind="Ticket"
      endpoint={openBackOfficeTicket}
      id={code}
      failed="Não foi possível carregar o ticket"
      heading={headingOf}
      actions={(entity, reload) =>
        ticketActions(entity, reload, (close) => (
          <ValidateDialog entity={entity} onChanged={reload} onClose={close} />
        ))
      }
    >
      {(entity, reload) => (
        <>
          <Stay entity={entity} />
          <PriceBreakdown entity={entity} />
          <Validations entity={entity} onChanged={reload} />
          <TicketPayments entity={entity} />
          {entity.slip !== null && <Slip entity={entity} slip={entity.slip} />}
          <Timeline history={entity.history} timeZone={entity.ticket.time_zone} />
        </>
      )}
    </DetailPage>
  )
}

function headingOf({ id, ticket }: BackOfficeTicket) {
  const amount = ticket.state === 'paid' ? ticket.paidHuman : ticket.valueHuman
  return {
    title: formatTicketCode(id),
    status: ticketStateTags[ticket.state],
    amount: amount === undefined ? null : `R$ ${amount}`,
  }
}

function Stay({ entity }: { entity: BackOfficeTicket }) {
  const { ticket } = entity
  const at = (iso: string) => dateTimeText(iso, ticket.time_zone)
  return (
    <Panel title="Permanência">
      <Facts
        facts={[
          {
            label: 'Código',
            value: (
              <Copyable text={ticket.code} name="o código">
                {formatTicketCode(ticket.code)}
              </Copyable>
            ),
          },
          { label: 'Estacionamento', value: ticket.lot },
          { label: 'Placa', value: entity.plate ?? 'não lida' },
          { label: 'Entrada', value: `${at(ticket.entranceDateTime)} (${entity.gate})` },
          { label: 'Tempo', value: ticket.time },
          ticket.free_until !== null && {
            label: 'Livre até',
            value: formatDayAndTime(ticket.free_until, ticket.time_zone),
          },
          ticket.ticket_dt_exit !== null && { label: 'Sair até', value: at(ticket.ticket_dt_exit) },
          entity.exited_at !== null && {
            label: 'Saída',
            value: `${at(entity.exited_at)} (${entity.exit_gate ?? '?'})`,
          },
          entity.overpaid !== null && { label: 'Pago a mais', value: `R$ ${entity.overpaid.valueHuman}` },
          entity.owed !== null && { label: 'Saiu devendo', value: `R$ ${entity.owed.valueHuman}` },
          { label: 'Tarifa', value: entity.tariff },
          ...linkFacts(entity),
        ]}
      />
    </Panel>
  )
}

function linkFacts({ printed, replaces, replaced_by, reservation }: BackOfficeTicket) {
  const ticket = (code: string) => (
    <a className={css.code} href={hrefTo('staff.ticket', { params: { code } })}>
      {formatTicketCode(code)}
    </a>
  )
  return [
    printed !== null && {
      label: 'Impresso na cancela',
      value: <span className={css.code}>{formatTicketCode(printed)}</span>,
    },
    replaces !== null && { label: 'Substitui', value: ticket(replaces) },
    replaced_by !== null && { label: 'Substituído por', value: ticket(replaced_by) },
    reservation !== null && {
      label: 'Reserva',
      value: <a href={hrefTo('staff.reservation', { params: { token: reservation } })}>Abrir reserva</a>,
    },
  ]
}

const ticketStateTags: Readonly<Record<WireTicket['state'], StatusLabel>> = {
  issued: { text: 'Emitido', tone: 'soft' },
  free: { text: 'Saída livre', tone: 'go' },
  due: { text: 'A pagar', tone: 'warn' },
  paid: { text: 'Pago', tone: 'go' },
  covered: { text: 'Coberto pelo convênio', tone: 'go' },
  overdue: { text: 'Diferença a pagar', tone: 'warn' },
  exited: { text: 'Saiu', tone: 'soft' },
  blocked: { text: 'Bloqueado', tone: 'stop' },
}

function PriceBreakdown({ entity: { ticket } }: { entity: BackOfficeTicket }) {
  if (ticket.breakdown.length === 0) return null
  const lines = ticket.breakdown.map((line) => ({ label: line.text, value: formatReais(line.value) }))
  return (
    <Panel title={`Como se chega a R$ ${ticket.valueHuman}`}>
      <Facts facts={lines} />
      <p className="soft">{`Calculado ${whenText(ticket.server_now, ticket.time_zone)}.`}</p>
    </Panel>
  )
}

const sourceTexts = {
  portal: 'Portal',
  machine: 'Máquina',
  till: 'Balcão',
  waiver: 'Isenção',
  partner: 'Convênio',
} as const
const tillMethodTexts = { cash: 'dinheiro', card_machine: 'maquininha' } as const

/** 'Balcão, dinheiro' */
function sourceText({ source, method }: BackOfficeTicket['segments'][number]): string {
  const how = source === 'till' && method !== null ? lookUp(tillMethodTexts, method) : undefined
  return how === undefined ? sourceTexts[source] : `${sourceTexts[source]}, ${how}`
}

function TicketPayments({ entity: { segments, payments, ticket } }: { entity: BackOfficeTicket }) {
  if (segments.length === 0 && payments.length === 0) return null
  return (
    <Panel title="Pagamentos">
      {segments.length > 0 && (
        <Facts
          facts={segments.map((segment) => ({
            label: `${segment.n}. ${sourceText(segment)}`,
            value: (
              <>
                <span>{`R$ ${segment.amount.valueHuman}`}</span>
                <small className={css.when}>{dateTimeText(segment.paid_at, ticket.time_zone)}</small>
                {segment.undone_at !== null && (
                  <small className={css.when}>
                    {`Desfeito em ${dateTimeText(segment.undone_at, ticket.time_zone)}`}
                  </small>
                )}
              </>
            ),
          }))}
        />
      )}
      {payments.length > 0 && (
        <ul className={`${css.entries} stack`}>
          {payments.map((payment) => (
            <li key={payment.token} className={css.head}>
              <a href={hrefTo('staff.transaction', { params: { token: payment.token } })}>
                {`Transação de R$ ${payment.amount.valueHuman}, ${dateTimeText(payment.created_at, ticket.time_zone)}`}
              </a>
              <Tag of={paymentStates[payment.state].staff} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
