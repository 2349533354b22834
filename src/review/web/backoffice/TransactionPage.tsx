import { Panel } from '#kit/web/page/Page.tsx'
import { go, hrefTo, useRoute } from '#kit/web/route/routes.ts'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { type BackOfficeTransaction, openTransaction } from '../../backoffice.ts'
import { DetailPage } from '#staff/web/backoffice/DetailPage.tsx'
import css from '#staff/web/backoffice/Ops.module.css'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { paymentStates } from '#payment/stateTexts.ts'
import { Events, Attempts, Ledger, PaidWith, Refunds } from './transactionSections.tsx'
import { PaymentNotices } from './PaymentNotices.tsx'
import { TransactionActions } from './TransactionActions.tsx'

export default function TransactionPage() {
  const { params, query } = useRoute()
  return (
    <DetailPage
      title="Transação"
      onBackClick={() => go(query['from'] === 'review' ? 'staff.review' : 'staff.transactions')}
      endpoint={openTransaction}
      id={params['token'] ?? ''}
      failed="Não foi possível carregar a transação"
      side={(entity, reload) => (
        <>
          <Summary entity={entity} />
          <PaymentNotices entity={entity} reload={reload} />
          <TransactionActions entity={entity} reload={reload} />
        </>
      )}
      main={(entity, reload) => (
        <>
          <Attempts entity={entity} reload={reload} />
          <Ledger entity={entity} />
          <Refunds entity={entity} />
          <Events entity={entity} />
        </>
      )}
    />
  )
}

function Summary({ entity }: { entity: BackOfficeTransaction }) {
  const { id, ticket, proof_url: proof, paid_at: paidAt, payer, kept } = entity
  const at = (iso: string) => dateTimeText(iso, entity.time_zone)
  const code = <span className={css.code}>{formatTicketCode(ticket)}</span>
  const paidWith = [entity.card, entity.payment_type_desc].filter(Boolean).join(', ')
  const isPartlyKept = kept.value !== 0 && kept.value !== entity.amount.value
  return (
    <Panel>
      <div className={css.head}>
        <p className={css.amount}>{`R$ ${entity.amount.valueHuman}`}</p>
        <Tag of={paymentStates[entity.state].staff} />
      </div>
      <Facts
        facts={[
          {
            label: 'Ticket',
            value: entity.has_ticket ? (
              <a href={hrefTo('staff.ticket', { params: { code: ticket } })}>{code}</a>
            ) : (
              code
            ),
          },
          entity.has_reservation && {
            label: 'Reserva',
            value: <a href={hrefTo('staff.reservation', { params: { token: id } })}>Abrir reserva</a>,
          },
          { label: 'Estacionamento', value: entity.lot ?? '—' },
          { label: 'Protocolo', value: entity.protocol },
          proof !== null && {
            label: 'Recibo',
            value: (
              <a href={proof} target="_blank" rel="noopener">
                Conferir recibo
              </a>
            ),
          },
          { label: 'Pago com', value: <PaidWith payment_type={entity.payment_type}>{paidWith}</PaidWith> },
          { label: 'Aberta em', value: at(entity.created_at) },
          paidAt !== null && { label: 'Paga em', value: at(paidAt) },
          payer !== null && { label: 'Pagador', value: <span className={css.reason}>{payer.name}</span> },
          payer !== null && {
            label: 'E-mail',
            value: <span className={css.reason}>{payer.email ?? '—'}</span>,
          },
          isPartlyKept && { label: 'Ainda retido', value: `R$ ${kept.valueHuman}` },
        ]}
      />
    </Panel>
  )
}
