import { useCallback } from 'react'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { openBackOfficeLot } from '#parking/backoffice.ts'
import type { TariffRules } from '#ticket/tariff.ts'
import { openTariff } from '#ticket/tariffBackOffice.ts'
import { toTariffRules } from '#ticket/tariffEntry.ts'

export type LotTariff = { readonly lot: string; readonly timeZone: string; readonly rules: TariffRules }

/** The tariff in force of a lot; null while it loads, and without one. */
export function useLotTariff(lotId: number | null): LotTariff | null {
  const { view } = useLoad(useCallback((signal: AbortSignal) => loadTariff(lotId, signal), [lotId]))
  return view.state === 'ready' ? view.value : null
}

async function loadTariff(lotId: number | null, signal: AbortSignal): Promise<LotTariff | null> {
  if (lotId === null) return null
  const id = String(lotId)
  const { entity: lot } = await call(openBackOfficeLot, { params: { id }, signal })
  if (lot.tariff === null) return null
  const version = String(lot.tariff.version)
  const { entity: tariff } = await call(openTariff, { params: { id, version }, signal })
  return { lot: lot.name, timeZone: lot.time_zone, rules: toTariffRules(tariff.entry) }
}
