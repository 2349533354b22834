import { humanMoney } from '#kit/money.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import { dateTimeText } from '#kit/web/time/instants.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import type { TariffRules } from '../../../tariff.ts'
import type { BackOfficeLotWire } from '#parking/backoffice.ts'
import type { BackOfficeTariff } from '../../../tariffBackOffice.ts'
import { exitRules, rateFacts, rulesOf, tariffKinds } from '../../../tariffEntry.ts'
import { PricePreview } from './PricePreview.tsx'
import css from './Tariff.module.css'

type Props = { lot: BackOfficeLotWire; current: BackOfficeTariff | null; chosen: BackOfficeTariff | null }

export function TariffShown({ lot, current, chosen }: Props) {
  if (chosen === null)
    return (
      <Panel title={lot.name}>
        <p>Este estacionamento ainda não tem tarifa.</p>
      </Panel>
    )
  const rules = rulesOf(chosen.entry)
  const isCurrent = chosen.version === current?.version
  return (
    <div className={css.columns}>
      <div className={css.fields}>
        <Panel title={`${lot.name}: ${chosen.entry.name}`}>
          <Facts
            facts={[
              { label: 'Versão', value: `${chosen.version}${isCurrent ? ', em vigor' : ''}` },
              { label: 'Desde', value: dateTimeText(chosen.created_at, lot.time_zone) },
              { label: 'Tipo', value: tariffKinds[chosen.entry.kind] },
              ...factsOf(rules),
            ]}
          />
        </Panel>
      </div>
      <div className={css.preview}>
        <PricePreview rules={rules} before={null} timeZone={lot.time_zone} />
      </div>
    </div>
  )
}

const reais = (cents: number) => `R$ ${humanMoney(cents)}`

function factsOf(rules: TariffRules): { label: string; value: string }[] {
  return [
    ...rateFacts(rules),
    { label: 'Para sair', value: `${rules.exit_tolerance_min} min` },
    { label: 'Sair até', value: exitRules[rules.exit_rule] },
    { label: 'Ticket perdido', value: reais(rules.lost_ticket_fee_cents) },
  ]
}
