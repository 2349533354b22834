import { useEffect, useEffectEvent } from 'react'
import type { WireTicket } from '../../contract.ts'

/** Asks for the price again on focus and each 15 s while it is seen, where partners validate tickets of the lot. */
export function usePartnerWatch(shown: WireTicket | null, show: (fresh: WireTicket) => void): void {
  const code = shown?.has_partners === true ? shown.code : undefined
  const showNewer = useEffectEvent((fresh: WireTicket) => {
    if (shown && fresh.code === shown.code && fresh.server_now >= shown.server_now) show(fresh)
  })
  useEffect(() => {
    if (code === undefined) return
    const stop = new AbortController()
    const { signal } = stop
    import('./watchPartners.ts').then(
      ({ watchPartners }) => watchPartners(code, (fresh) => showNewer(fresh), signal),
      () => undefined,
    )
    return () => stop.abort()
  }, [code])
}
