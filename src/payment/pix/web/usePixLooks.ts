import { useEffect } from 'react'

const lookEveryMs = 1_000

export function usePixLooks(waits: boolean, look: () => Promise<void>): void {
  useEffect(() => {
    if (!waits) return
    let looking = false
    const lookOnce = async () => {
      if (looking || document.hidden) return
      looking = true
      try {
        await look()
      } finally {
        looking = false
      }
    }
    const now = () => void lookOnce()
    const timer = setInterval(now, lookEveryMs)
    document.addEventListener('visibilitychange', now)
    addEventListener('pageshow', now)
    addEventListener('online', now)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', now)
      removeEventListener('pageshow', now)
      removeEventListener('online', now)
    }
  }, [waits, look])
}
