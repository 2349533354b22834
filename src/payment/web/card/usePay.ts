import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { SentBody } from '#kit/endpoint.ts'
import { call } from '#kit/web/call/call.ts'
import { CallFailure, failureText } from '#kit/web/call/failure.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { dismissAll, notify } from '#kit/web/notice/notify.ts'
import { go, replaceWith } from '#kit/web/route/routes.ts'
import { pay } from '../../contract.ts'
import type { PayOutcome, WireTransaction } from '../../contract.ts'
import { leftOfPayment } from '../../left.ts'
import { keepPayment } from '../latestPayment.ts'
import { tellElsewhere } from './elsewhere.ts'
import type { Brought } from './elsewhere.ts'
import type { WatchedPayment } from '../usePayment.ts'

type Shown = Pick<WatchedPayment, 'show' | 'doubtful' | 'reload'>

/** What the form forgets: the CVV after every try, everything once the card was accepted. */
export type Forgetting = { cvv: () => void; all: () => void }

export type SendCard = (payment: WireTransaction, card: SentBody<typeof pay>) => Promise<void>

const reloadMs = 5_000
/** Notices of what the screen also says in place, in ms. */
const shortlyMs = 8_000

/** The outcome of PAGAR, with a typed or a saved card. Fields' own texts are thrown, for the form. */
export function usePay(token: string, watched: Shown, forget: Forgetting): SendCard {
  const sending = useRef(false)
  const reload = useReloadLater()
  const [left] = useState(() => new AbortController())
  useEffect(() => () => left.abort(), [left])

  const settled = ({ ok, reason, needs_reload, authUrl, transaction }: PayOutcome) => {
    forget.cvv()
    if (ok || authUrl !== null) forget.all()
    if (ok) keepPayment(transaction)
    // Whoever went to another screen meanwhile stays there, and is told.
    if (left.signal.aborted)
      return tellElsewhere({ ok, authUrl, reason, state: transaction.state }, transaction.ticket_code)
    if (ok) {
      return replaceWith('payment.done', { params: { token } })
    }
    watched.show(transaction, reason)
    if (authUrl !== null) return location.assign(authUrl)
    if (reason !== null) notify(reason, 'danger', shortlyMs)
    if (needs_reload) reload(reloadMs)
  }

  return async (payment, card) => {
    if (sending.current) return
    sending.current = true
    dismissAll()
    try {
      const { data } = await whileLoading(call(pay, { params: { token }, body: card }))
      settled(data)
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure
      if (failure.code !== 'invalid') forget.cvv()
      if (left.signal.aborted) tellElsewhere(failedAs(failure), payment.ticket_code)
      else if (isUnanswered(failure)) watched.doubtful()
      else refused(failure, payment, watched)
    } finally {
      sending.current = false
    }
  }
}

function failedAs(failure: CallFailure): Brought {
  const state = isUnanswered(failure) ? 'unanswered' : 'created'
  return { ok: false, authUrl: null, reason: failure.message, state }
}

/** Whether the attempt may have reached the bank although nobody told us. */
function isUnanswered({ status, code }: CallFailure): boolean {
  return status === 0 || status >= 500 || code === 'undefined_response'
}

const pricedTicket = z.object({ ticket: z.object({ valueHuman: z.string() }) })

/** Refusals of the portal itself; nothing has reached the bank. Fields' own texts go back to the form. */
function refused(failure: CallFailure, payment: WireTransaction, watched: Shown): void {
  const ticket = payment.ticket_code
  switch (failure.code) {
    case 'price_changed': {
      const fresh = z.safeParse(pricedTicket, failure.data)
      const now = fresh.success ? ` Novo valor: R$ ${fresh.data.ticket.valueHuman}.` : ''
      notify(`${failure.message}${now} Nada foi cobrado.`, 'warning', shortlyMs)
      return go('ticket.paymentType', { query: { ticket, ptoken: payment.ws_token } })
    }
    case 'payer_missing':
      notify(failureText(failure), 'warning')
      return go('ticket.account', { query: { ticket } })
    case 'already_paid':
    case 'ticket_exited':
      notify(`${failure.message} Nada foi cobrado agora.`, 'warning', shortlyMs)
      return replaceWith('ticket.value', { query: { ticket } })
    case 'reservation_released':
      return watched.reload()
    case 'invalid':
      throw failure
    default:
      notify(failureText(failure), 'danger', shortlyMs)
      watched.show(payment, failure.message, leftOfPayment(failure.code))
  }
}

/** Reloads the page after a while, unless the screen was left by then. */
function useReloadLater(): (ms: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (ms) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => location.reload(), ms)
  }
}
