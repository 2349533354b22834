import { useCall } from '#kit/web/call/useCall.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import { go, hrefTo, useRoute } from '#kit/web/route/routes.ts'
import { groupCode } from '#checkout/groupCode.ts'
import { dateTimeText } from '#kit/web/time/instants.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { type BackOfficeTransaction, openTransaction } from '../../backoffice.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { FileView } from '#staff/web/backoffice/FileView.tsx'
import css from '#staff/web/backoffice/Ops.module.css'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { Timeline } from '#staff/web/backoffice/Timeline.tsx'
import { paymentStates } from '#payment/states.ts'
import { Events, Attempts, Ledger, PaidWith, Refunds } from './sections.tsx'
import { PaymentNotices } from './PaymentNotices.tsx'
import { TransactionActions } from './TransactionActions.tsx'

export default function TransactionPage() {
  const { params, query } = useRoute()
  const back = () => (query['from'] === 'review' ? go('staff.review') : go('staff.transactions'))
  return (
    <StaffPage title="Transação" onBackClick={back}>
      <Transaction key={params['token']} token={params['token'] ?? ''} />
    </StaffPage>
  )
}

function Transaction({ token }: { token: string }) {
  const file = useCall(openTransaction, { params: { id: token } })
  return (
    <FileView file={file} failed="Não foi possível carregar a transação">
      {(entity) => (
        <>
          <div className={css.side}>
            <Summary entity={entity} />
            <PaymentNotices entity={entity} reload={file.reload} />
            <TransactionActions entity={entity} reload={file.reload} />
          </div>
          <div className={css.main}>
            <Attempts entity={entity} reload={file.reload} />
            <Ledger entity={entity} />
            <Refunds entity={entity} />
            <Events entity={entity} />
            <Timeline history={entity.history} timeZone={entity.time_zone} />
          </div>
        </>
      )}
    </FileView>
  )
}

function receiptFact({ proof_url: url }: BackOfficeTransaction) {
  if (url === null) return []
  const link = (
    <a href={url} target="_blank" rel="noopener">
      Conferir recibo
    </a>
  )
  return [{ label: 'Recibo', value: link }]
}

function Summary({ entity }: { entity: BackOfficeTransaction }) {
  const at = (iso: string) => dateTimeText(iso, entity.time_zone)
  const ticket = entity.has_ticket ? (
    <a className={css.code} href={hrefTo('staff.ticket', { params: { code: entity.ticket } })}>
      {groupCode(entity.ticket)}
    </a>
  ) : (
    <span className={css.code}>{groupCode(entity.ticket)}</span>
  )
  const reservation = (
    <a href={hrefTo('staff.reservation', { params: { token: entity.id } })}>Abrir reserva</a>
  )
  const paidWith = [entity.card, entity.payment_type_desc].filter(Boolean).join(', ')
  const facts = [
    { label: 'Ticket', value: ticket },
    ...(entity.has_reservation ? [{ label: 'Reserva', value: reservation }] : []),
    { label: 'Estacionamento', value: entity.lot ?? '—' },
    { label: 'Protocolo', value: entity.protocol },
    ...receiptFact(entity),
    { label: 'Pago com', value: <PaidWith payment_type={entity.payment_type}>{paidWith}</PaidWith> },
    { label: 'Aberta em', value: at(entity.created_at) },
    ...(entity.paid_at === null ? [] : [{ label: 'Paga em', value: at(entity.paid_at) }]),
    ...(entity.payer === null
      ? []
      : [
          { label: 'Pagador', value: <span className={css.reason}>{entity.payer.name}</span> },
          { label: 'E-mail', value: <span className={css.reason}>{entity.payer.email ?? '—'}</span> },
        ]),
    ...(entity.kept.value === 0 || entity.kept.value === entity.amount.value
      ? []
      : [{ label: 'Ainda retido', value: `R$ ${entity.kept.valueHuman}` }]),
  ]
  return (
    <Panel>
      <div className={css.head}>
        <p className={css.amount}>{`R$ ${entity.amount.valueHuman}`}</p>
        <Tag of={paymentStates[entity.state].staff} />
      </div>
      <Facts facts={facts} />
    </Panel>
  )
}
