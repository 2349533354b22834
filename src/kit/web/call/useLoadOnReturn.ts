import { useEffect, useEffectEvent, useRef } from 'react'
import { online } from '../notice/connection.ts'
import { createStore, useStore } from '../state/store.ts'

const returnCount = createStore(0)
let wasOnline = online.get()
online.subscribe(() => {
  if (online.get() && !wasOnline) returnCount.set((count) => count + 1)
  wasOnline = online.get()
})

/** Runs `load` while `isLost`, once for each return of the connection since the last run. */
export function useLoadOnReturn(isLost: boolean, load: () => void): void {
  const count = useStore(returnCount, 0)
  const last = useRef(count)
  const loadNow = useEffectEvent(load)
  useEffect(() => {
    if (!isLost || last.current === count) return
    last.current = count
    loadNow()
  }, [isLost, count])
}
