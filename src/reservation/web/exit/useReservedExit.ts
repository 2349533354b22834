import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { humanMoney } from '#kit/money.ts'
import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify, notifyFailure } from '#kit/web/notice/notify.ts'
import { go, replaceWith } from '#kit/web/route/routes.ts'
import { readTransaction, type WireTransaction } from '#payment/contract.ts'
import { sendPayRequest } from '#payment/web/local/sendPayRequest.ts'
import { recordLatestPayment } from '#payment/web/latestPayment.ts'
import { readTicket, type WireTicket } from '#ticket/contract.ts'
import { confirmReserve } from '../../contract.ts'
import { reserveAllows, type ReserveState } from '../../reservationState.ts'
import type { ClosedState } from './ClosedExit.tsx'

/** '32,00' each; `surplus` is null when the hold is enough. */
export type ReservedExit = {
  payment: WireTransaction
  ticket: WireTicket
  charged: string
  released: string
  surplus: string | null
}

const otherTicketText = 'O endereço mistura duas reservas. Volte ao menu e escolha a sua.'
/** Each request without the bank's answer delays the next one by so much more. */
const recheckStepMs = 5_000
const maxRecheckMs = 60_000

export function useReservedExit(code: string, token: string) {
  const { view, reload } = useLoad(
    useCallback(async (signal: AbortSignal) => loadExit({ code, token }, signal), [code, token]),
  )
  const found = view.state === 'ready' ? view.value : null
  const loaded = found !== null && 'payment' in found ? found : null
  const closed = found !== null && 'closed' in found ? found.closed : null
  const payment = loaded?.payment ?? null
  const isOpen = payment !== null && isExitAuthorised(payment)
  useEffect(() => {
    if (isOpen) replaceWith('payment.done', { params: { token } })
  }, [isOpen, token])
  const [unansweredCount, setUnansweredCount] = useState(0)
  const send = useOneAtATime(async (isRecheck: boolean) => {
    if (payment === null) return
    const request = requestExit(payment)
    try {
      const isUnanswered = await (isRecheck ? request : whileLoading(request))
      setUnansweredCount((count) => (isUnanswered ? count + 1 : 0))
    } catch (failure) {
      setUnansweredCount(0)
      notifyFailure(failure)
      reload()
    }
  })
  const recheck = useEffectEvent(() => void send(true))
  useEffect(() => {
    if (unansweredCount === 0) return
    const timer = setTimeout(recheck, Math.min(unansweredCount * recheckStepMs, maxRecheckMs))
    return () => clearTimeout(timer)
  }, [unansweredCount])
  return { view, loaded, closed, reload, confirm: () => send(false), confirming: unansweredCount > 0, isOpen }
}

/** `payment.done` shows the exit deadline. */
function isExitAuthorised({ reserve }: WireTransaction): boolean {
  return reserve?.state === 'exit_confirmed'
}

type NoExit = { closed: ClosedState }
type Asked = { code: string; token: string }

async function loadExit(asked: Asked, signal: AbortSignal): Promise<ReservedExit | NoExit> {
  if (asked.code === '' || asked.token === '') return { closed: 'none' }
  try {
    return await readExit(asked, signal)
  } catch (failure) {
    if (failure instanceof CallFailure && isWithoutReservation(failure)) return { closed: 'none' }
    throw failure
  }
}

function isWithoutReservation({ status, code }: CallFailure): boolean {
  return status === 404 || status === 422 || code === 'no_reservation'
}

function isClosed(state: ReserveState | 'none'): state is ClosedState {
  return state === 'none' || !reserveAllows('confirm', state)
}

async function readExit({ code, token }: Asked, signal: AbortSignal): Promise<ReservedExit | NoExit> {
  const reading = call(readTicket, { body: { code, confirmReserve: true }, signal })
  // The payment says why there is no exit, also where the ticket cannot be read.
  reading.catch(() => undefined)
  const { data: payment } = await call(readTransaction, { params: { token }, signal })
  if (payment.mine === false || payment.ticket_code !== code)
    throw new CallFailure({ status: 409, code: 'other_ticket', message: otherTicketText })
  const state = payment.reserve?.state ?? 'none'
  if (isClosed(state)) return { closed: state }
  const { ticket } = (await reading).data
  return exitOf(payment, ticket)
}

function exitOf(payment: WireTransaction, ticket: WireTicket): ReservedExit {
  const due = Math.round(ticket.value * 100)
  const held = payment.state === 'authorised' ? Math.round((payment.reserve?.hold.value ?? 0) * 100) : 0
  const charged = Math.min(due, held)
  const surplus = due > held ? humanMoney(due - held) : null
  return { payment, ticket, charged: humanMoney(charged), released: humanMoney(held - charged), surplus }
}

/** True while the bank has not answered. */
async function requestExit(payment: WireTransaction): Promise<boolean> {
  const params = { token: payment.ws_token }
  const { data } = await sendPayRequest(
    payment,
    () => call(confirmReserve, { params }),
    (answer) => !answer.data.needs_reload,
  )
  if (data.ok) {
    recordLatestPayment(data.transaction)
    replaceWith('payment.done', { params })
    return false
  }
  if (data.surplus !== null) {
    notify(data.reason ?? 'Pague a diferença para liberar a saída.', 'warning')
    recordLatestPayment(data.surplus)
    go('ticket.paymentType', { query: { ticket: data.surplus.ticket_code, ptoken: data.surplus.ws_token } })
    return false
  }
  if (!data.needs_reload && data.reason !== null) notify(data.reason, 'danger')
  return data.needs_reload
}
