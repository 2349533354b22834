import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCallback } from 'react'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { openBackOfficeLot } from '#parking/backoffice.ts'
import { openTariff } from '../../../tariffBackOffice.ts'
import { useAccess } from '#staff/web/frame/backoffice.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { TariffForm } from './TariffForm.tsx'
import { TariffShown } from './TariffShown.tsx'

export default function TariffPage() {
  const { params, query } = useRoute()
  const id = params['id'] ?? ''
  const version = query['version'] ?? ''
  return (
    <StaffPage title="Tarifa" onBackClick={() => go('staff.lot', { params: { id } })}>
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
      {(shown) => (mayEdit ? <TariffForm {...shown} /> : <TariffShown {...shown} />)}
    </LoadView>
  )
}
