import { useCallback, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { type CallFailure, toPageFailure } from '#kit/web/failure.ts'
import { useLoadOnReturn } from '#kit/web/call/useLoadOnReturn.ts'
import { readCustomer } from '#checkout/web/customer.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import { whenText } from '#kit/web/time/instantTexts.ts'
import { ticket as ticketSchema, type WireTicket } from '../../contract.ts'
import { fetchTicket, latestTicket, type FetchedTicket } from '../fetchTicket.ts'
import { partnerNews } from './partnerNews.ts'
import { msUntilExpiry } from './ticketExpiry.ts'
import { usePartnerWatch } from './usePartnerWatch.ts'

export type TicketView =
  | { state: 'loading' }
  | { state: 'failed'; failure: CallFailure; cached: WireTicket | null }
  | { state: 'ready'; read: FetchedTicket; notice: string; stale: boolean }

export function useTicketValue(code: string | undefined): { view: TicketView; reload: () => void } {
  const [view, setView] = useState<TicketView>(() => initialView(code))
  const [signal] = useState(() => new AbortController())
  useEffect(() => () => signal.abort(), [signal])
  useEffect(() => void (code !== undefined && latestTicket.take(code)), [code])

  const load = useCallback(async () => {
    if (code === undefined) return
    setView((now) => (now.state === 'failed' ? { state: 'loading' } : now))
    try {
      const read = await fetchTicket(code, signal.signal)
      setView((before) => readyView(before, read))
    } catch (cause) {
      const failure = await toPageFailure(cause)
      if (!signal.signal.aborted) setView((now) => viewAfterFailure(now, failure, code))
    }
  }, [code, signal])

  const waiting = view.state === 'loading'
  useEffect(() => {
    if (waiting) void load()
  }, [waiting, load])

  const isLost = view.state === 'failed' ? view.failure.status === 0 : view.state === 'ready' && view.stale
  useLoadOnReturn(isLost, () => void load())

  const read = view.state === 'ready' && !view.stale ? view.read : null
  useEffect(() => {
    const ms = read ? msUntilRefresh(read) : null
    if (ms === null) return
    const timer = setTimeout(() => void load(), ms)
    return () => clearTimeout(timer)
  }, [read, load])

  usePartnerWatch(read?.ticket ?? null, (ticket) => setView((before) => readyView(before, { ticket })))

  return { view, reload: () => void load() }
}

function readyView(before: TicketView, read: FetchedTicket): TicketView {
  return { state: 'ready', read, notice: changeNotice(before, read), stale: false }
}

function initialView(code: string | undefined): TicketView {
  const read = code === undefined ? null : latestTicket.peek(code)
  return read ? { state: 'ready', read, notice: '', stale: false } : { state: 'loading' }
}

function viewAfterFailure(now: TicketView, failure: CallFailure, code: string): TicketView {
  const answered = failure.status !== 0 && failure.status < 500
  if (now.state === 'ready' && !answered) return { ...now, stale: true }
  return { state: 'failed', failure, cached: answered ? null : cachedTicket(code) }
}

function cachedTicket(code: string): WireTicket | null {
  const cached = z.safeParse(ticketSchema, readCustomer(code).ticket)
  return cached.success ? cached.data : null
}

const maxTimerMs = 2 ** 31 - 1

function msUntilRefresh({ ticket }: FetchedTicket): number | null {
  const left = msUntilExpiry(ticket)
  if (left === null) return null
  const sinceMs = serverTime() - Date.parse(ticket.server_now)
  return Math.min(maxTimerMs, Math.max(5_000, left + 1_500 - sinceMs))
}

function changeNotice(before: TicketView, { ticket }: FetchedTicket): string {
  if (before.state !== 'ready') return ''
  const old = before.read.ticket
  const news = partnerNews(old, ticket)
  if (news !== '') return news
  const at = whenText(ticket.server_now, ticket.time_zone)
  if (old.state !== ticket.state) return `Situação atualizada ${at}.`
  if (ticket.value === old.value) return before.notice
  return `O prazo do valor anterior (R$ ${old.valueHuman}) terminou. Valor atualizado ${at}.`
}
