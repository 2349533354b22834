import { useEffect } from 'react'

const lookEveryMs = 1_000

/**
 * Looks each second while the page is seen, and at once when somebody comes back to it, as from the bank's app. A look that
 * is still under way is waited for.
 */
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
