import { useCallback } from 'react'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { Filter } from '#kit/web/list/Filter.tsx'
import { parkingStats } from '../../contract.ts'

/** Absent with a single lot or failed names. */
export function LotFilter() {
  const { view } = useLoad(useCallback((signal: AbortSignal) => call(parkingStats, { signal }), []))
  const lots = view.state === 'ready' ? view.value.data : []
  const choices = lots.map(({ id, name }) => ({ value: String(id), text: name }))
  return <Filter name="lot_id" label="Estacionamento" choices={choices} />
}
