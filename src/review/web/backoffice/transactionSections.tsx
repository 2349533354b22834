import { formatReais } from '#kit/money.ts'
import { Icon } from '#kit/web/Icon.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import type { BackOfficeTransaction } from '../../backoffice.ts'
import css from '#staff/web/backoffice/Ops.module.css'
import { Copyable } from '#staff/web/backoffice/Copyable.tsx'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { methodRow } from '#payment/method/method.ts'
import { attemptStateName } from '#payment/attemptStates.ts'
import { refundStateName } from '#payment/stateTexts.ts'
import { AttemptActions } from './AttemptActions.tsx'
import { caseRow } from '#payment/cases.ts'
import { movementFacts } from '../paymentFacts.tsx'

type Props = { entity: BackOfficeTransaction }
type Changing = Props & { reload: () => void }

export function Attempts({ entity, reload }: Changing) {
  if (entity.attempts.length === 0) return null
  return (
    <div className={`${css.wide} stack loose`}>
      <Panel title="Tentativas">
        <ol className={`${css.entries} stack`}>
          {entity.attempts.map((attempt) => (
            <li key={attempt.n}>
              <div className={css.head}>
                <strong>{`${attempt.n}. R$ ${attempt.amount.valueHuman}`}</strong>
                <Tag of={attemptStateName(attempt.state)} />
              </div>
              {attempt.cause !== null && <p className="soft">{attempt.cause}</p>}
              <Facts
                facts={presentFacts([
                  ['Cartão', attempt.card],
                  ['Enviada em', dateTimeText(attempt.started_at, entity.time_zone)],
                  [
                    'Respondida em',
                    attempt.answered_at && dateTimeText(attempt.answered_at, entity.time_zone),
                  ],
                  ['Código de retorno', attempt.return_code],
                  ['NSU', attempt.nsu, 'o NSU'],
                  ['Autorização', attempt.authorisation_code, 'a autorização'],
                  ['Autenticação', attempt.authentication],
                  ['Contestação', attempt.liability],
                  ['Id do Pix (endToEndId)', attempt.end_to_end_id, 'o id do Pix'],
                  ['Pedido', attempt.order_key, 'o pedido'],
                  ['Id na adquirente', attempt.reference, 'o id na adquirente'],
                ])}
              />
              <AttemptActions entity={entity} attempt={attempt} reload={reload} />
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  )
}

type Row = readonly [label: string, value: string | null, copiedAs?: string]

function presentFacts(rows: readonly Row[]) {
  return rows.flatMap(([label, value, name]) => {
    if (value === null) return []
    const shown = name === undefined ? value : <Copyable text={value} name={name} />
    return [{ label, value: shown }]
  })
}

type Moved = Pick<BackOfficeTransaction, 'ledger' | 'kept' | 'time_zone'>

export function Ledger({ entity: { ledger, kept, time_zone: zone } }: { entity: Moved }) {
  if (ledger.length === 0) return null
  const balance = { label: 'Saldo', value: <strong>{formatReais(kept.value)}</strong> }
  return (
    <Panel title="Confirmado pela adquirente">
      <Facts facts={[...movementFacts(ledger, zone), balance]} />
    </Panel>
  )
}

export function Refunds({ entity }: Props) {
  if (entity.refunds.length === 0) return null
  return (
    <Panel title="Devoluções">
      <ol className={`${css.entries} stack`}>
        {entity.refunds.map((refund) => (
          <li key={refund.asked_at}>
            <div className={css.head}>
              <strong>{`R$ ${refund.amount.valueHuman}`}</strong>
              <Tag of={refundStateName(refund)} />
            </div>
            <p className="soft">{`${refund.who}, ${dateTimeText(refund.asked_at, entity.time_zone)}`}</p>
            <p className={css.reason}>{`“${refund.reason}”`}</p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

export function PaidWith({ payment_type, children }: { payment_type: number; children: string }) {
  return (
    <span className={css.pictured}>
      <Icon name={methodRow(payment_type).icon} size={20} />
      <span className={css.words}>{children}</span>
    </span>
  )
}

export function Events({ entity }: { entity: BackOfficeTransaction }) {
  if (entity.events.length === 0) return null
  return (
    <Panel title="Avisos da adquirente">
      <ol className={`${css.entries} stack`}>
        {entity.events.map(({ kind, amount, number, text, at }, place) => (
          <li key={place}>
            <div className={css.head}>
              <strong>{`${caseRow(kind).text}: R$\u00a0${amount.valueHuman}`}</strong>
            </div>
            <p className="soft">
              {`${number === null ? '' : `Caso ${number}, `}${dateTimeText(at, entity.time_zone)}`}
            </p>
            {text !== null && <p className={css.reason}>{`“${text}”`}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
