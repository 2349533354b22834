import { useEffect } from 'react'
import { createPersonalStore } from '#kit/web/state/personalStore.ts'
import { loadWaiting, type WaitingCounts } from './backoffice.ts'

/** Kept from screen to screen; null until loaded. */
export const waitingCounts = createPersonalStore<WaitingCounts | null>(null)

/** Loads the counts once for each screen. After a failure the earlier ones stay. */
export function LoadWaitingCounts(): null {
  useEffect(() => {
    const stop = new AbortController()
    loadWaiting(stop.signal).then(
      (counts) => !stop.signal.aborted && waitingCounts.set(counts),
      () => undefined,
    )
    return () => stop.abort()
  }, [])
  return null
}
