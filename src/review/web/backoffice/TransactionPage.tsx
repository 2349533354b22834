import { Panel } from '#kit/web/page/Page.tsx'
import { hrefTo, useRoute } from '#kit/web/route/routes.ts'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { type BackOfficeTransaction, openTransaction } from '../../backoffice.ts'
import { Copyable } from '#staff/web/backoffice/Copyable.tsx'
import { DetailPage } from '#staff/web/backoffice/DetailPage.tsx'
import css from '#staff/web/backoffice/Ops.module.css'
import { Timeline } from '#staff/web/backoffice/Timeline.tsx'
import { paymentStates } from '#payment/stateTexts.ts'
import { Events, Attempts, Ledger, PaidWith, Refunds } from './transactionSections.tsx'
import { PaymentNotices } from './PaymentNotices.tsx'
import { transactionActions } from './transactionActions.tsx'

export default function TransactionPage() {
  return (
    <DetailPage
      kind="Transação"
      endpoint={openTransaction}
      id={useRoute().params['token'] ?? ''}
      failed="Não foi possível carregar a transação"
      heading={({ ticket, state, amount }) => ({
        title: formatTicketCode(ticket),
        status: paymentStates[state].staff,
        amount: `R$\u00a0${amount.valueHuman}`,
      })}
      actions={transactionActions}
      notice={(entity, reload) => <PaymentNotices entity={entity} reload={reload} />}
    >
      {(entity, reload) => (
        <>
          <Payment entity={entity} />
          <Stay entity={entity} />
          <Ledger entity={entity} />
          <Refunds entity={entity} />
          <Events entity={entity} />
          <Attempts entity={entity} reload={reload} />
          <Timeline history={entity.history} timeZone={entity.time_zone} />
        </>
      )}
    </DetailPage>
  )
}

type Props = { entity: BackOfficeTransaction }

function Payment({ entity }: Props) {
  const { proof_url: proof, paid_at: paidAt, kept } = entity
  const at = (iso: string) => dateTimeText(iso, entity.time_zone)
  const paidWith = [entity.card, entity.payment_type_desc].filter(Boolean).join(', ')
  const isPartlyKept = kept.value !== 0 && kept.value !== entity.amount.value
  return (
    <Panel title="Pagamento">
      <Facts
        facts={[
          { label: 'Pago com', value: <PaidWith payment_type={entity.payment_type}>{paidWith}</PaidWith> },
          { label: 'Aberta em', value: at(entity.created_at) },
          paidAt !== null && { label: 'Paga em', value: at(paidAt) },
          isPartlyKept && { label: 'Ainda retido', value: `R$ ${kept.valueHuman}` },
          {
            label: 'Protocolo',
            value: <Copyable text={entity.protocol} name="o protocolo" />,
          },
          proof !== null && {
            label: 'Recibo',
            value: (
              <Copyable text={proof} name="o endereço do recibo">
                <a href={proof} target="_blank" rel="noopener">
                  Conferir recibo
                </a>
              </Copyable>
            ),
          },
          { label: 'Id', value: <Copyable text={entity.id} name="o id da transação" /> },
        ]}
      />
    </Panel>
  )
}

function Stay({ entity }: Props) {
  const { id, ticket, payer } = entity
  const code = <span className={css.code}>{formatTicketCode(ticket)}</span>
  return (
    <Panel title="De quem e do quê">
      <Facts
        facts={[
          {
            label: 'Ticket',
            value: (
              <Copyable text={ticket} name="o código do ticket">
                {entity.has_ticket ? (
                  <a href={hrefTo('staff.ticket', { params: { code: ticket } })}>{code}</a>
                ) : (
                  code
                )}
              </Copyable>
            ),
          },
          entity.has_reservation && {
            label: 'Reserva',
            value: <a href={hrefTo('staff.reservation', { params: { token: id } })}>Abrir reserva</a>,
          },
          { label: 'Estacionamento', value: entity.lot ?? '—' },
          payer !== null && { label: 'Pagador', value: <span className={css.reason}>{payer.name}</span> },
          payer !== null && {
            label: 'E-mail',
            value: <span className={css.reason}>{payer.email ?? '—'}</span>,
          },
        ]}
      />
    </Panel>
  )
}
