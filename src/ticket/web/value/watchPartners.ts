import { setTicket } from '#checkout/web/customer.ts'
import { call } from '#kit/web/call/call.ts'
import { recordTicketLookUp } from '#payment/web/local/recordPayment.ts'
import { findTicket, type WireTicket } from '../../contract.ts'

const everyMs = 15_000

/** Until `signal` aborts. An answer that fails is left out: the next one comes. */
export function watchPartners(code: string, show: (fresh: WireTicket) => void, signal: AbortSignal): void {
  if (signal.aborted) return
  let asking = false
  const ask = async () => {
    if (asking || document.hidden) return
    asking = true
    try {
      const { data } = await call(findTicket, { query: { code }, signal })
      if (signal.aborted) return
      setTicket(data.ticket)
      recordTicketLookUp(data.ticket)
      show(data.ticket)
    } catch {
      // The screen's own look-up says what fails.
    } finally {
      asking = false
    }
  }
  const timer = setInterval(() => void ask(), everyMs)
  const onReturn = () => void ask()
  addEventListener('focus', onReturn)
  document.addEventListener('visibilitychange', onReturn)
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    removeEventListener('focus', onReturn)
    document.removeEventListener('visibilitychange', onReturn)
  })
}
