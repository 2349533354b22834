import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { formatReais } from '#kit/money.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { movementFacts } from '#review/web/paymentFacts.tsx'
import css from '#staff/web/backoffice/Ops.module.css'
import type { WireBackOfficeContest } from '../../backoffice.ts'

type Props = { contest: WireBackOfficeContest }

export function Evidence({ contest }: Props) {
  const { evidence, kept, time_zone: zone } = contest
  const at = (iso: string | null) => (iso === null ? '—' : dateTimeText(iso, zone))
  const { stay, price, validations, gate, ledger, refunds } = evidence
  const exitGate = stay?.exit_gate ? ` (${stay.exit_gate})` : ''
  return (
    <>
      <Panel title="Preço cobrado">
        <Facts
          facts={[
            ...price.lines.map(({ text, amount }) => ({ label: text, value: formatReais(amount.value) })),
            { label: 'Total', value: <strong>{`R$ ${price.total.valueHuman}`}</strong> },
            price.due !== null && { label: 'Devido naquele instante', value: `R$ ${price.due.valueHuman}` },
          ]}
        />
      </Panel>
      {stay !== null && (
        <Panel title="Permanência">
          <Facts
            facts={[
              { label: 'Entrada', value: `${at(stay.entered_at)} (${stay.gate})` },
              { label: 'Saída', value: `${at(stay.exited_at)}${exitGate}` },
              stay.plate !== null && { label: 'Placa', value: stay.plate },
              { label: 'Tarifa', value: stay.tariff },
              ...validations.map(({ text, at: given, granted }) => ({
                label: text,
                value: `${at(given)}${granted === null ? '' : `, R$\u00a0${granted.valueHuman}`}`,
              })),
            ]}
          />
        </Panel>
      )}
      {stay !== null && <GateAnswers gate={gate} zone={zone} />}
      <Panel title="Valores">
        <Facts
          facts={[
            ...movementFacts(ledger, zone),
            { label: 'Retido', value: <strong>{formatReais(kept.value)}</strong> },
          ]}
        />
        <Refunds refunds={refunds} zone={zone} />
      </Panel>
    </>
  )
}

type Evidence = WireBackOfficeContest['evidence']

function GateAnswers({ gate, zone }: Pick<Evidence, 'gate'> & { zone: string }) {
  return (
    <Panel title="O que a cancela respondeu">
      {gate.length === 0 ? (
        <p className="soft">Nenhuma cancela de saída respondeu sobre este ticket.</p>
      ) : (
        <ol className={`${css.entries} stack`}>
          {gate.map(({ gate: name, at, text, due }, place) => (
            <li key={place}>
              <strong>{`${name}: ${text}`}</strong>
              <p className="soft">
                {`${dateTimeText(at, zone)}${due === null ? '' : `, faltavam R$\u00a0${due.valueHuman}`}`}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Refunds({ refunds, zone }: Pick<Evidence, 'refunds'> & { zone: string }) {
  if (refunds.length === 0) return null
  return (
    <ol className={`${css.entries} stack`}>
      {refunds.map(({ amount, reason, at }) => (
        <li key={at}>
          <strong>{`Devolução de R$ ${amount.valueHuman}`}</strong>
          <p className="soft">{dateTimeText(at, zone)}</p>
          <p className={css.reason}>{`“${reason}”`}</p>
        </li>
      ))}
    </ol>
  )
}
