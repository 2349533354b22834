import { useLoad } from '#kit/web/call/useLoad.ts'
import { useSession } from '#session/web/session.ts'
import { type BackOfficeLot, loadLots } from '../frame/backoffice.ts'

export function useLots(): readonly BackOfficeLot[] {
  const { view } = useLoad(loadLots)
  const seen = useSession()?.user?.lots ?? null
  const lots = view.state === 'ready' ? view.value : []
  return seen === null ? lots : lots.filter(({ id }) => seen.includes(id))
}
