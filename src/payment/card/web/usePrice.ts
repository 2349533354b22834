import { useCallback, useEffect, useRef, useState } from 'react'
import { CallFailure } from '#kit/web/call/failure.ts'
import { afterLoading } from '#kit/web/notice/loading.ts'
import { replaceWith } from '#kit/web/route/routes.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import type { WireTransaction } from '../../contract.ts'
import { keepPayment } from '../../web/latestPayment.ts'
import { payScreenOf } from '../../web/payScreen.ts'
import type { SubjectOf } from '../../web/subject.ts'
import type { WatchedPayment } from '../../web/usePayment.ts'

export type Price = {
  /** That the amount is another one now, in words; '' while it is the one that was shown first. */
  news: string
  /**
   * Asks for the price of now, and shows it in place: nothing that was typed is touched. Null when another screen takes
   * over, or the amount never changes. Throws a `CallFailure`.
   */
  renew: (payment: WireTransaction) => Promise<WireTransaction | null>
  /** Waits until no price is asked for any more; never fails. */
  settled: () => Promise<void>
}

/** After the end of a price, so that no clock's second gets the old one again. */
const afterEndMs = 1_500
const atMostEveryMs = 15_000

/** The amount of a card screen: it follows what is paid by itself when its price is over and somebody looks. */
export function usePrice(watched: WatchedPayment, subjectOf: SubjectOf): Price {
  const { view, show } = watched
  const [news, setNews] = useState('')
  const [failedAt, setFailedAt] = useState(0)
  const askedAt = useRef(-Infinity)
  const { followed, settled } = useUnderWay()

  const ask = useCallback(
    async (payment: WireTransaction): Promise<WireTransaction | null> => {
      const { reprice } = subjectOf(payment)
      if (reprice === null) return null
      askedAt.current = Date.now()
      const fresh = await reprice(payment)
      if (fresh.ws_token !== payment.ws_token) {
        keepPayment(fresh)
        replaceWith(payScreenOf(fresh), { params: { token: fresh.ws_token } })
        return null
      }
      if (fresh.value !== payment.value) setNews(newsOf(payment, fresh))
      show(fresh)
      return fresh
    },
    [subjectOf, show],
  )
  const renew = useCallback((payment: WireTransaction) => followed(ask(payment)), [ask, followed])

  const open = view.state === 'ready' && view.doubt === null && canFollow(view.payment) ? view.payment : null
  useEffect(() => {
    const end = open && subjectOf(open).reprice ? open.expires_at : null
    if (open === null || end === null) return
    const stop = new AbortController()
    const soonest = askedAt.current + atMostEveryMs - Date.now()
    const ms = Math.max(Date.parse(end) - serverTime() + afterEndMs, soonest, 0)
    const timer = setTimeout(() => {
      whenSeen(stop.signal, () =>
        afterLoading(() => {
          if (stop.signal.aborted) return
          renew(open).catch((failure: unknown) => {
            if (!(failure instanceof CallFailure)) throw failure
            if (isSilence(failure)) setFailedAt(Date.now())
            else leaveFor(open, stop.signal)
          })
        }),
      )
    }, ms)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [open, renew, subjectOf, failedAt])
  return { news, renew, settled }
}

/** Remembers what was begun last, for who has to wait until it has ended, well or badly. */
function useUnderWay() {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const followed = useCallback(<T>(work: Promise<T>): Promise<T> => {
    last.current = work
    return work
  }, [])
  const settled = useCallback(async () => {
    await last.current.catch(() => undefined)
  }, [])
  return { followed, settled }
}

/** The ticket's own screen says why; whoever has pressed PAGAR meanwhile learns from its answer first. */
function leaveFor({ ticket_code: ticket }: WireTransaction, signal: AbortSignal): void {
  afterLoading(() => {
    if (!signal.aborted) replaceWith('ticket.value', { query: { ticket } })
  })
}

function canFollow({ state, attempts_left }: WireTransaction): boolean {
  return state === 'created' && attempts_left > 0
}

/** Nobody answered, or not for now: asked again. Whatever else is said is explained by the ticket's own screen. */
function isSilence({ status }: CallFailure): boolean {
  return status === 0 || status === 403 || status === 429 || status >= 500
}

/** What is said of an amount that is another one now. */
export function newsOf(before: WireTransaction, fresh: WireTransaction): string {
  return `O prazo do valor anterior (R$\u00a0${before.valueHuman}) terminou. O valor agora é R$\u00a0${fresh.valueHuman}. Nada foi cobrado.`
}

/** Does it when somebody looks at the page: at once, or when they come back. */
export function whenSeen(signal: AbortSignal, then: () => void): void {
  if (!document.hidden) return then()
  const seen = () => {
    if (document.hidden) return
    document.removeEventListener('visibilitychange', seen)
    then()
  }
  document.addEventListener('visibilitychange', seen, { signal })
}
