import { useCallback, useEffect, useRef, useState } from 'react'
import { CallFailure } from '#kit/web/failure.ts'
import { afterLoading } from '#kit/web/notice/loading.ts'
import { replaceWith } from '#kit/web/route/routes.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import type { WireTransaction } from '../../contract.ts'
import { recordLatestPayment } from '../../web/latestPayment.ts'
import { payScreenOf } from '../../method/method.ts'
import type { SubjectOf } from '../../web/subjectDisplay.ts'
import type { PaymentView, PolledPayment } from '../../web/usePayment.ts'

export type PriceRenewal = {
  changeText: string
  /** Null where another screen takes over or the amount is fixed. Throws a `CallFailure`. */
  renew: (payment: WireTransaction) => Promise<WireTransaction | null>
  waitForPending: () => Promise<void>
}

/** Clock rounding must not return the old price. */
const renewDelayMs = 1_500
const minIntervalMs = 15_000

export function usePriceRenewal(polled: PolledPayment, subjectOf: SubjectOf): PriceRenewal {
  const { view, show } = polled
  const [changeText, setChangeText] = useState('')
  const [failedAt, setFailedAt] = useState(0)
  const requestedAt = useRef(-Infinity)
  const last = useRef<Promise<WireTransaction | null>>(Promise.resolve(null))

  const request = useCallback(
    async (payment: WireTransaction): Promise<WireTransaction | null> => {
      const { reprice } = subjectOf(payment)
      if (reprice === null) return null
      requestedAt.current = performance.now()
      const fresh = await reprice(payment)
      if (fresh.ws_token !== payment.ws_token) {
        recordLatestPayment(fresh)
        replaceWith(payScreenOf(fresh), { params: { token: fresh.ws_token } })
        return null
      }
      if (fresh.value !== payment.value) setChangeText(priceChangeText(payment, fresh))
      show(fresh)
      return fresh
    },
    [subjectOf, show],
  )
  const renew = useCallback((payment: WireTransaction) => (last.current = request(payment)), [request])

  const open = renewablePayment(view)
  useEffect(() => {
    const end = open && subjectOf(open).reprice ? open.expires_at : null
    if (open === null || end === null) return
    const stop = new AbortController()
    const soonest = requestedAt.current + minIntervalMs - performance.now()
    const ms = Math.max(Date.parse(end) - serverTime() + renewDelayMs, soonest, 0)
    const timer = setTimeout(() => {
      whenVisible(stop.signal, () =>
        afterLoading(() => {
          if (stop.signal.aborted) return
          renew(open).catch((failure: unknown) => {
            if (!(failure instanceof CallFailure)) throw failure
            if (isRetryable(failure)) setFailedAt(performance.now())
            else openTicketWhenLoaded(open, stop.signal)
          })
        }),
      )
    }, ms)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [open, renew, subjectOf, failedAt])
  return { changeText, renew, waitForPending: () => last.current.then(noop, noop) }
}

const noop = () => undefined

function openTicketWhenLoaded({ ticket_code: ticket }: WireTransaction, signal: AbortSignal): void {
  afterLoading(() => {
    if (!signal.aborted) replaceWith('ticket.value', { query: { ticket } })
  })
}

function renewablePayment(view: PaymentView): WireTransaction | null {
  if (view.state !== 'ready' || view.unconfirmed !== null) return null
  const { state, attempts_left } = view.payment
  return state === 'created' && attempts_left > 0 ? view.payment : null
}

function isRetryable({ status }: CallFailure): boolean {
  return status === 0 || status === 403 || status === 429 || status >= 500
}

function priceChangeText(before: WireTransaction, fresh: WireTransaction): string {
  return `O prazo do valor anterior (R$\u00a0${before.valueHuman}) terminou. O valor agora é R$\u00a0${fresh.valueHuman}. Nada foi cobrado.`
}

function whenVisible(signal: AbortSignal, then: () => void): void {
  if (!document.hidden) return then()
  const runWhenVisible = () => {
    if (document.hidden) return
    document.removeEventListener('visibilitychange', runWhenVisible)
    then()
  }
  document.addEventListener('visibilitychange', runWhenVisible, { signal })
}
