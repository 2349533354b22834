import { useCallback, useEffect } from 'react'
import { call } from '#kit/web/call/call.ts'
import { useLoad, type Loaded } from '#kit/web/call/useLoad.ts'
import type { WireTransaction } from '#payment/contract.ts'
import { listReserves } from '../../contract.ts'
import { useSession } from '#session/web/session.ts'
import { cacheReservations, cachedReservations } from '../offlineCache.ts'

type Reservations = { list: readonly WireTransaction[]; kept: boolean }

export function useReservations(): { view: Loaded<Reservations>; reload: () => void } {
  const { view, reload } = useLoad(
    useCallback(async (signal: AbortSignal): Promise<Reservations> => {
      const { data } = await call(listReserves, { signal })
      return { list: data, kept: false }
    }, []),
  )
  const fresh = view.state === 'ready' ? view.value.list : null
  const userId = useSession()?.user?.id
  useEffect(() => {
    // The list may load before the session.
    if (fresh !== null && userId !== undefined) cacheReservations(userId, fresh)
  }, [fresh, userId])
  if (view.state === 'failed' && view.failure.status === 0) {
    const list = cachedReservations()
    if (list !== null)
      return { view: { state: 'ready', value: { list, kept: true }, refreshing: false }, reload }
  }
  return { view, reload }
}
