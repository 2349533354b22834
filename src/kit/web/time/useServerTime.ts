import { useEffect, useState } from 'react'
import { serverTime } from './serverClock.ts'

/** The server's time, each second: what was over by a wrong clock is open again once the clock is right. */
export function useServerTime(): number {
  const [now, setNow] = useState(serverTime)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverTime()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
