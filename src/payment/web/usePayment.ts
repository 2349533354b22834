import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { WayForward } from '#checkout/wayForward.ts'
import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { markBusy } from '#kit/web/call/busy.ts'
import { useOnline } from '#kit/web/notice/online.ts'
import { useSession } from '#session/web/session.ts'
import {
  readTransaction,
  type ForeignTransaction,
  type SeenTransaction,
  type WireTransaction,
} from '../contract.ts'
import { isInFlight } from '../paymentState.ts'
import { beginDoubt, doubtLeft, isConfirming, judgeNow, type Doubt } from './doubt.ts'
import { recordPayment } from './known/recordPayment.ts'
import { clearSent, findSent } from './known/sent.ts'
import { readLatestPayment, takeLatestPayment } from './latestPayment.ts'

export type PaymentView =
  | { state: 'loading' }
  | { state: 'failed'; failure: CallFailure }
  | { state: 'foreign'; payment: ForeignTransaction }
  | {
      state: 'ready'
      payment: WireTransaction
      doubt: Doubt | null
      reason: string | null
      way: WayForward
    }

export type WatchedPayment = {
  view: PaymentView
  show: (payment: WireTransaction, reason?: string | null, way?: WayForward) => void
  doubtful: (refusal?: Doubt['refusal']) => void
  /** Never throws. */
  look: () => Promise<void>
  reload: () => void
}

const lookEveryMs = 3_000
const lookAtBankEveryMs = 6_000
const lookOfflineEveryMs = 4_000

export function usePayment(token: string): WatchedPayment {
  const [view, setView] = useState<PaymentView>(() => firstView(token))
  const [stop] = useState(() => new AbortController())
  const online = useOnline()
  useEffect(() => () => stop.abort(), [stop])
  useEffect(() => void takeLatestPayment(token), [token])

  const load = useCallback(async () => {
    try {
      const { data } = await call(readTransaction, { params: { token }, signal: stop.signal })
      recordPayment(data)
      setView((now) => seen(now, data))
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure
      // An outdated page gets no answers and reloads once nothing is open.
      const isStale = failure.code === 'api_token'
      if (!stop.signal.aborted)
        setView((now) => ('payment' in now && !isStale ? now : { state: 'failed', failure }))
    }
  }, [token, stop])

  const waiting = view.state === 'loading'
  useEffect(() => {
    if (waiting) void load()
  }, [waiting, load])

  // Delays reloads and another tab's clearing.
  const isOpen = view.state === 'ready' && (view.doubt !== null || isWaiting(view.payment.state))
  useEffect(() => (isOpen ? markBusy(token) : undefined), [isOpen, token])

  const inDoubt = view.state === 'foreign' || (view.state === 'ready' && view.doubt !== null)
  useChange(inDoubt, (before) => before && clearSent(token))
  useLookAgain(online, load)
  const everyMs = pace(view, online)
  useEffect(() => {
    if (everyMs === null) return
    const timer = setInterval(() => void load(), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, load])

  const show = useCallback((payment: WireTransaction, reason = payment.reason, way: WayForward = 'retry') => {
    recordPayment(payment)
    setView({ state: 'ready', payment, doubt: null, reason, way })
  }, [])
  const doubtful = useCallback(
    (refusal?: Doubt['refusal']) => {
      setView((now) => {
        if (now.state !== 'ready') return now
        const doubt = beginDoubt(now.payment.attempts_left, refusal)
        return { ...now, doubt, reason: null, way: 'retry' }
      })
      if (refusal) void load()
    },
    [load],
  )
  return { view, show, doubtful, look: load, reload: () => setView({ state: 'loading' }) }
}

/** Reads the payment again once online, and after a sign-in: it may be another person's now. */
function useLookAgain(online: boolean, look: () => Promise<void>): void {
  const session = useSession()
  const userId = session?.user === null ? null : session?.user.id
  useChange(online, () => online && void look())
  useChange(userId, (before) => before !== undefined && typeof userId === 'number' && void look())
}

function useChange<Value>(value: Value, changed: (before: Value) => void): void {
  const before = useRef(value)
  const report = useEffectEvent(changed)
  useEffect(() => {
    const last = before.current
    before.current = value
    if (last !== value) report(last)
  }, [value])
}

function firstView(token: string): PaymentView {
  const payment = readLatestPayment(token)
  return payment ? firstSeen(payment) : { state: 'loading' }
}

function seen(now: PaymentView, payment: SeenTransaction): PaymentView {
  if (payment.mine === false) return { state: 'foreign', payment }
  if (now.state !== 'ready') return firstSeen(payment)
  if (now.doubt) return { ...now, payment, ...judgeNow(now.doubt, payment) }
  return { ...now, payment, doubt: null, reason: payment.reason ?? now.reason }
}

function firstSeen(payment: WireTransaction): PaymentView {
  const doubt = doubtLeft(payment)
  const judged = doubt ? judgeNow(doubt, payment) : { doubt, reason: payment.reason, way: 'retry' as const }
  return { state: 'ready', payment, ...judged }
}

function isWaiting(state: WireTransaction['state']): boolean {
  return state === 'created' || isInFlight(state)
}

/** Null where nothing changes by itself. */
function pace(view: PaymentView, online: boolean): number | null {
  if (view.state === 'failed') return view.failure.status === 0 ? lookOfflineEveryMs : null
  if (view.state === 'loading') return null
  const inDoubt = view.state === 'foreign' ? findSent(view.payment.ws_token) : view.doubt
  if (inDoubt || isConfirming(view.payment.state)) return lookEveryMs
  if (view.payment.state === 'awaiting_cardholder') return lookAtBankEveryMs
  return online ? null : lookOfflineEveryMs
}
