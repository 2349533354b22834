import { useEffect, useRef, useState } from 'react'
import { useOnline } from '../notice/online.ts'
import { CallFailure } from './failure.ts'

/** What a screen asked for at arrival. `refreshing`: it is being asked again, and the old answer still stands. */
export type Loaded<T> =
  | { state: 'loading' }
  | { state: 'failed'; failure: CallFailure }
  | { state: 'ready'; value: T; refreshing: boolean }

/** How long an answer is waited for before who asks again is heard: a line that is dead never brings it. */
const patienceMs = 10_000

/**
 * `const { view, reload } = useLoad(useCallback((signal) => call(listSavedCards, { signal }), []))`. Asks at arrival,
 * when `load` changes, when told to, and by itself when the connection that was missing is back. Told to while an answer is
 * on its way, it lets that one arrive and asks once more: a hand that is quicker than the line throws no answer away. One
 * that has been awaited for 10 s is given up, and asked for anew.
 */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>): {
  view: Loaded<T>
  reload: () => void
} {
  const [view, setView] = useState<Loaded<T>>({ state: 'loading' })
  const [asked, setAsked] = useState(0)
  /** Of the answer that is on its way: since when, and whether to ask once more after it. */
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
