import { useEffect, useRef, useState } from 'react'
import { type CallFailure, toPageFailure } from '../failure.ts'
import { useLoadOnReturn } from './useLoadOnReturn.ts'

export type LoadState<T> =
  | { state: 'loading' }
  | { state: 'failed'; failure: CallFailure }
  | { state: 'ready'; value: T; refreshing: boolean }

/** A reload interrupts a request that is older than this. */
const restartAfterMs = 10_000

/** Loads on mount, when `load` changes, on `reload` and when the connection returns. */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>) {
  const [view, setView] = useState<LoadState<T>>({ state: 'loading' })
  const [loadCount, setLoadCount] = useState(0)
  const currentRequest = useRef<{ readonly sinceMs: number; again: boolean } | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const current = { sinceMs: performance.now(), again: false }
    currentRequest.current = current
    setView((now) => (now.state === 'ready' ? { ...now, refreshing: true } : { state: 'loading' }))
    const arrived = (answer: LoadState<T>) => {
      if (stop.signal.aborted) return
      // The next request starts after a render; it also serves a reload that is asked for before that.
      currentRequest.current = current.again ? { sinceMs: performance.now(), again: false } : null
      setView(answer)
      if (current.again) setLoadCount((count) => count + 1)
    }
    load(stop.signal)
      .then((value) => arrived({ state: 'ready', value, refreshing: current.again }))
      .catch(async (cause: unknown) => arrived({ state: 'failed', failure: await toPageFailure(cause) }))
    return () => stop.abort()
  }, [load, loadCount])
  const isLost = view.state === 'failed' && view.failure.status === 0
  useLoadOnReturn(isLost, () => setLoadCount((count) => count + 1))
  const reload = () => {
    const current = currentRequest.current
    if (current && performance.now() - current.sinceMs < restartAfterMs) current.again = true
    else setLoadCount((count) => count + 1)
  }
  return { view, reload }
}
