import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCallback } from 'react'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { hrefTo, useRoute } from '#kit/web/route/routes.ts'
import { openBackOfficeLot } from '#parking/backoffice.ts'
import { openTariff } from '../../../tariffBackOffice.ts'
import { useAccess } from '#staff/web/frame/backoffice.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { TariffForm, type TariffProps } from './TariffForm.tsx'
import { humanMoney } from '#kit/money.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import type { TariffRules } from '../../../tariff.ts'
import { exitRuleTexts, rateLines, toTariffRules, tariffKindTexts } from '../../../tariffEntry.ts'
import { PricePreview } from './PricePreview.tsx'
import css from './Tariff.module.css'

export default function TariffPage() {
  const { params, query } = useRoute()
  const id = params['id'] ?? ''
  const version = query['version'] ?? ''
  return (
    <StaffPage
      title="Tarifa"
      back={{ title: 'Estacionamento', href: hrefTo('staff.lot', { params: { id } }) }}
    >
      <Tariff lotId={id} version={version} />
    </StaffPage>
  )
}

async function loadTariff(lotId: string, wanted: string, signal: AbortSignal) {
  const { entity: lot } = await call(openBackOfficeLot, { params: { id: lotId }, signal })
  const versionOf = async (version: number) =>
    (await call(openTariff, { params: { id: lotId, version: String(version) }, signal })).entity
  const current = lot.tariff && (await versionOf(lot.tariff.version))
  const asked = Number(wanted)
  const chosen = wanted === '' || asked === current?.version ? current : await versionOf(asked)
  return { lot, current, chosen }
}

function Tariff({ lotId, version }: { lotId: string; version: string }) {
  const mayEdit = useAccess('manager')
  const tariff = useLoad(
    useCallback((signal: AbortSignal) => loadTariff(lotId, version, signal), [lotId, version]),
  )
  return (
    <LoadView load={tariff} failed="Não foi possível carregar a tarifa">
      {(loaded) => (mayEdit ? <TariffForm {...loaded} /> : <TariffView {...loaded} />)}
    </LoadView>
  )
}

function TariffView({ lot, current, chosen }: TariffProps) {
  if (chosen === null)
    return (
      <Panel title={lot.name}>
        <p>Este estacionamento ainda não tem tarifa.</p>
      </Panel>
    )
  const rules = toTariffRules(chosen.entry)
  const isCurrent = chosen.version === current?.version
  return (
    <div className={`${css.columns} stack far`}>
      <div className="stack far">
        <Panel title={`${lot.name}: ${chosen.entry.name}`}>
          <Facts
            facts={[
              { label: 'Versão', value: `${chosen.version}${isCurrent ? ', em vigor' : ''}` },
              {
                label: chosen.state === 'scheduled' ? 'Começa em' : 'Desde',
                value: dateTimeText(chosen.starts_at),
              },
              { label: 'Tipo', value: tariffKindTexts[chosen.entry.kind] },
              ...tariffFacts(rules),
            ]}
          />
        </Panel>
      </div>
      <div className={`${css.preview} stack far`}>
        <PricePreview rules={rules} compared={null} timeZone={lot.time_zone} />
      </div>
    </div>
  )
}

const reais = (cents: number) => `R$ ${humanMoney(cents)}`

function tariffFacts(rules: TariffRules): { label: string; value: string }[] {
  return [
    ...rateLines(rules),
    { label: 'Para sair', value: `${rules.exit_tolerance_min} min` },
    { label: 'Sair até', value: exitRuleTexts[rules.exit_rule] },
    { label: 'Ticket perdido', value: reais(rules.lost_ticket_fee_cents) },
  ]
}
