import { useEffect, useState } from 'react'
import { useOnline } from '../notice/online.ts'
import { CallFailure } from './failure.ts'

/** What a screen asked for at arrival. `refreshing`: it is being asked again, and the old answer still stands. */
export type Loaded<T> =
  | { state: 'loading' }
  | { state: 'failed'; failure: CallFailure }
  | { state: 'ready'; value: T; refreshing: boolean }

/**
 * `const { view, reload } = useLoad(useCallback((signal) => call(listSavedCards, { signal }), []))`. Asks at arrival,
 * when `load` changes, when told to, and by itself when the connection that was missing is back.
 */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>): {
  view: Loaded<T>
  reload: () => void
} {
  const [view, setView] = useState<Loaded<T>>({ state: 'loading' })
  const [asked, setAsked] = useState(0)
  const online = useOnline()
  useEffect(() => {
    const stop = new AbortController()
    setView((now) => (now.state === 'ready' ? { ...now, refreshing: true } : { state: 'loading' }))
    load(stop.signal)
      .then((value) => stop.signal.aborted || setView({ state: 'ready', value, refreshing: false }))
      .catch((failure: unknown) => {
        if (!(failure instanceof CallFailure)) throw failure
        if (!stop.signal.aborted) setView({ state: 'failed', failure })
      })
    return () => stop.abort()
  }, [load, asked])
  const lost = view.state === 'failed' && view.failure.status === 0
  useEffect(() => {
    if (lost && online) setAsked((count) => count + 1)
  }, [lost, online])
  return { view, reload: () => setAsked((count) => count + 1) }
}
