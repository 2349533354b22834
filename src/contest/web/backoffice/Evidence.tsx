import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { dateTimeText } from '#kit/web/time/instants.ts'
import css from '#staff/web/backoffice/Ops.module.css'
import type { WireBackOfficeContest } from '../../backoffice.ts'

type Props = { contest: WireBackOfficeContest }

export function Evidence({ contest }: Props) {
  const { evidence, time_zone: zone } = contest
  const at = (iso: string | null) => (iso === null ? '—' : dateTimeText(iso, zone))
  const { stay, price } = evidence
  return (
    <>
      <Panel title="Preço cobrado">
        <Facts
          facts={[
            ...price.lines.map(({ text, amount }) => ({ label: text, value: `R$ ${amount.valueHuman}` })),
            { label: 'Total', value: <strong>{`R$ ${price.total.valueHuman}`}</strong> },
            ...(price.due === null
              ? []
              : [{ label: 'Devido naquele instante', value: `R$ ${price.due.valueHuman}` }]),
          ]}
        />
      </Panel>
      {stay !== null && (
        <Panel title="Permanência">
          <Facts
            facts={[
              { label: 'Entrada', value: `${at(stay.entered_at)} (${stay.gate})` },
              {
                label: 'Saída',
                value: `${at(stay.exited_at)}${stay.exit_gate === null ? '' : ` (${stay.exit_gate})`}`,
              },
              ...(stay.plate === null ? [] : [{ label: 'Placa', value: stay.plate }]),
              { label: 'Tarifa', value: stay.tariff },
            ]}
          />
        </Panel>
      )}
      <GateAnswers contest={contest} />
      <Money contest={contest} />
    </>
  )
}

function GateAnswers({ contest: { evidence, time_zone: zone } }: Props) {
  if (evidence.stay === null) return null
  return (
    <Panel title="O que a cancela respondeu">
      {evidence.gate.length === 0 && (
        <p className={css.soft}>Nenhuma cancela de saída respondeu sobre este ticket.</p>
      )}
      {evidence.gate.length > 0 && (
        <ol className={css.entries}>
          {evidence.gate.map(({ gate, at, text, due }, place) => (
            <li key={place}>
              <strong>{`${gate}: ${text}`}</strong>
              <p className={css.soft}>
                {`${dateTimeText(at, zone)}${due === null ? '' : `, faltavam R$\u00a0${due.valueHuman}`}`}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Money({ contest: { evidence, kept, time_zone: zone } }: Props) {
  const when = (iso: string) => <small className={css.when}>{dateTimeText(iso, zone)}</small>
  return (
    <Panel title="Valores">
      <Facts
        facts={[
          ...evidence.ledger.map(({ kind, amount, at }) => ({
            label: kind === 'capture' ? 'Cobrado' : 'Devolvido',
            value: (
              <>
                <span>{`R$ ${amount.valueHuman}`}</span>
                <span>{when(at)}</span>
              </>
            ),
          })),
          { label: 'Retido', value: <strong>{`R$ ${kept.valueHuman}`}</strong> },
        ]}
      />
      {evidence.refunds.length > 0 && (
        <ol className={css.entries}>
          {evidence.refunds.map((refund) => (
            <li key={refund.at}>
              <strong>{`Devolução de R$ ${refund.amount.valueHuman}`}</strong>
              <p className={css.soft}>{dateTimeText(refund.at, zone)}</p>
              <p className={css.reason}>{`“${refund.reason}”`}</p>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
