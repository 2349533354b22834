import { useEffect, useRef, useState } from 'react'
import { useOnline } from '../notice/online.ts'
import { CallFailure } from './failure.ts'

/** `refreshing`: the old value is shown while a new one loads. */
export type Loaded<T> =
  | { state: 'loading' }
  | { state: 'failed'; failure: CallFailure }
  | { state: 'ready'; value: T; refreshing: boolean }

/** A reload interrupts a request that is older than this. */
const patienceMs = 10_000

/**
 * Loads on mount, when `load` changes, on `reload` and when the connection returns. A reload during a younger
 * request follows it.
 */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>): {
  view: Loaded<T>
  reload: () => void
} {
  const [view, setView] = useState<Loaded<T>>({ state: 'loading' })
  const [asked, setAsked] = useState(0)
  const onTheWay = useRef<{ readonly sinceMs: number; again: boolean } | null>(null)
  const online = useOnline()
  useEffect(() => {
    const stop = new AbortController()
    const awaited = { sinceMs: performance.now(), again: false }
    onTheWay.current = awaited
    setView((now) => (now.state === 'ready' ? { ...now, refreshing: true } : { state: 'loading' }))
    const arrived = (answer: Loaded<T>) => {
      if (stop.signal.aborted) return
      onTheWay.current = null
      setView(answer)
      if (awaited.again) setAsked((count) => count + 1)
    }
    load(stop.signal)
      .then((value) => arrived({ state: 'ready', value, refreshing: awaited.again }))
      .catch((failure: unknown) => {
        if (!(failure instanceof CallFailure)) {
          if (onTheWay.current === awaited) onTheWay.current = null
          throw failure
        }
        arrived({ state: 'failed', failure })
      })
    return () => stop.abort()
  }, [load, asked])
  const lost = view.state === 'failed' && view.failure.status === 0
  useEffect(() => {
    if (lost && online) setAsked((count) => count + 1)
  }, [lost, online])
  const reload = () => {
    const awaited = onTheWay.current
    if (awaited && performance.now() - awaited.sinceMs < patienceMs) awaited.again = true
    else setAsked((count) => count + 1)
  }
  return { view, reload }
}
