import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { WayForward } from '#checkout/wayForward.ts'
import { call } from '#kit/web/call/call.ts'
import { type CallFailure, toPageFailure } from '#kit/web/failure.ts'
import { markTabBusy } from '#kit/web/call/busyTab.ts'
import { useOnline } from '#kit/web/notice/connection.ts'
import { useSession } from '#session/web/session.ts'
import {
  readTransaction,
  type ForeignTransaction,
  type OwnOrForeignTransaction,
  type WireTransaction,
} from '../contract.ts'
import { isInFlight } from '../paymentState.ts'
import {
  startUnconfirmedPay,
  restoreUnconfirmedPay,
  isConfirming,
  evaluateQuery,
  type UnconfirmedPay,
} from './unconfirmedPay.ts'
import { recordPayment } from './local/recordPayment.ts'
import { clearSentPayment, findSentPayment } from './local/sentPayments.ts'
import { readLatestPayment, takeLatestPayment } from './latestPayment.ts'

export type PaymentView =
  | { state: 'loading' }
  | { state: 'failed'; failure: CallFailure }
  | { state: 'foreign'; payment: ForeignTransaction }
  | {
      state: 'ready'
      payment: WireTransaction
      unconfirmed: UnconfirmedPay | null
      reason: string | null
      way: WayForward
    }

export type PolledPayment = {
  view: PaymentView
  show: (payment: WireTransaction, reason?: string | null, way?: WayForward) => void
  setUnconfirmed: (refusal?: UnconfirmedPay['refusal']) => void
  /** Never throws. */
  refetch: () => Promise<void>
  reload: () => void
}

const pollMs = 3_000
/** A poll waits for an earlier one, no longer than this. */
const maxPollWaitMs = 10_000
const pollAtBankMs = 6_000
const pollOfflineMs = 4_000

export function usePayment(token: string): PolledPayment {
  const [view, setView] = useState<PaymentView>(() => initialView(token))
  const [stop] = useState(() => new AbortController())
  const online = useOnline()
  useEffect(() => () => stop.abort(), [stop])
  useEffect(() => void takeLatestPayment(token), [token])

  const load = useCallback(async () => {
    try {
      const { data } = await call(readTransaction, { params: { token }, signal: stop.signal })
      recordPayment(data)
      setView((now) => nextView(now, data))
    } catch (cause) {
      const failure = await toPageFailure(cause)
      // An outdated page gets no answers and reloads once nothing is open.
      const isStale = failure.code === 'api_token'
      if (!stop.signal.aborted)
        setView((now) => ('payment' in now && !isStale ? now : { state: 'failed', failure }))
    }
  }, [token, stop])

  useEffect(() => {
    if (view.state === 'loading') void load()
  }, [view.state, load])

  const isUnconfirmed = view.state === 'foreign' || (view.state === 'ready' && view.unconfirmed !== null)
  // A busy tab delays reloads and the clearing by another tab.
  const state = view.state === 'ready' ? view.payment.state : null
  const isOpen = state !== null && (isUnconfirmed || state === 'created' || isInFlight(state))
  useEffect(() => (isOpen ? markTabBusy(token) : undefined), [isOpen, token])

  useOnChange(isUnconfirmed, (before) => before && clearSentPayment(token))
  useRefetchOnReconnect(online, load)
  usePolling(load, pollIntervalMs(view, online))

  const show = useCallback((payment: WireTransaction, reason = payment.reason, way: WayForward = 'retry') => {
    recordPayment(payment)
    setView({ state: 'ready', payment, unconfirmed: null, reason, way })
  }, [])
  const setUnconfirmed = useCallback(
    (refusal?: UnconfirmedPay['refusal']) => {
      setView((now) => {
        if (now.state !== 'ready') return now
        const sent = findSentPayment(token)
        const attemptsLeft = sent?.attemptsLeft ?? now.payment.attempts_left
        const unconfirmed = startUnconfirmedPay(attemptsLeft, refusal, sent?.isAuthenticated)
        return { ...now, unconfirmed, reason: null, way: 'retry' }
      })
      if (refusal) void load()
    },
    [load, token],
  )
  return { view, show, setUnconfirmed, refetch: load, reload: () => setView({ state: 'loading' }) }
}

function usePolling(load: () => Promise<void>, everyMs: number | null): void {
  useEffect(() => {
    if (everyMs === null) return
    let since: number | null = null
    const timer = setInterval(() => {
      const now = performance.now()
      if (since !== null && now - since < maxPollWaitMs) return
      since = now
      void load().finally(() => {
        if (since === now) since = null
      })
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, load])
}

/** Reads the payment again once online, and after a sign-in: it may be another person's now. */
function useRefetchOnReconnect(online: boolean, refetch: () => Promise<void>): void {
  const session = useSession()
  const userId = session?.user === null ? null : session?.user.id
  useOnChange(online, () => online && void refetch())
  useOnChange(userId, (before) => before !== undefined && typeof userId === 'number' && void refetch())
}

function useOnChange<Value>(value: Value, changed: (before: Value) => void): void {
  const before = useRef(value)
  const report = useEffectEvent(changed)
  useEffect(() => {
    const last = before.current
    before.current = value
    if (last !== value) report(last)
  }, [value])
}

function initialView(token: string): PaymentView {
  const payment = readLatestPayment(token)
  return payment ? readyView(payment) : { state: 'loading' }
}

function nextView(now: PaymentView, payment: OwnOrForeignTransaction): PaymentView {
  if (payment.mine === false) return { state: 'foreign', payment }
  if (now.state !== 'ready') return readyView(payment)
  if (now.unconfirmed) return { ...now, payment, ...evaluateQuery(now.unconfirmed, payment) }
  return { ...now, payment, unconfirmed: null, reason: payment.reason ?? now.reason }
}

function readyView(payment: WireTransaction): PaymentView {
  const unconfirmed = restoreUnconfirmedPay(payment)
  if (unconfirmed) return { state: 'ready', payment, ...evaluateQuery(unconfirmed, payment) }
  return { state: 'ready', payment, unconfirmed, reason: payment.reason, way: 'retry' }
}

/** Null where nothing changes by itself. */
function pollIntervalMs(view: PaymentView, online: boolean): number | null {
  if (view.state === 'failed') return view.failure.status === 0 ? pollOfflineMs : null
  if (view.state === 'loading') return null
  const isUnconfirmed = view.state === 'foreign' ? findSentPayment(view.payment.ws_token) : view.unconfirmed
  if (isUnconfirmed || isConfirming(view.payment.state)) return pollMs
  if (view.payment.state === 'awaiting_cardholder') return pollAtBankMs
  return online ? null : pollOfflineMs
}
