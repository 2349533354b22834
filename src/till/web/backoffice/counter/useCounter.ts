import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { extractTicketCode } from '#checkout/ticketCode.ts'
import { call } from '#kit/web/call/call.ts'
import { useLoadOnReturn } from '#kit/web/call/useLoadOnReturn.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { CallFailure, failureText, toPageFailure } from '#kit/web/failure.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notifyFailure } from '#kit/web/notice/notify.ts'
import { useStore } from '#kit/web/state/store.ts'
import { type BackOfficeTicketRow, listBackOfficeTickets } from '#ticket/backoffice.ts'
import { previewTake, takePayment, type WireTaken, type WireTakePreview } from '../../../backoffice.ts'
import { createIdempotencyKey, isUnanswered, type UnansweredTake, unansweredTake } from '../repeat.ts'

export type CounterView =
  | { readonly step: 'empty' }
  | { readonly step: 'searching' }
  | { readonly step: 'failed'; readonly text: string }
  | { readonly step: 'choice'; readonly rows: readonly BackOfficeTicketRow[] }
  | { readonly step: 'found'; readonly preview: WireTakePreview }
  | { readonly step: 'taken'; readonly taken: WireTaken }

type TakeBody = UnansweredTake['body']

/** What the counter shows; a take that was not answered is repeated before anything else. */
export function useCounter(onTaken: () => void) {
  const [view, setView] = useState<CounterView>({ step: 'empty' })
  const unanswered = useStore(unansweredTake)
  const search = useSearch(setView)
  const send = useOneAtATime(async (sent: UnansweredTake) => {
    unansweredTake.set(sent)
    try {
      const { code, body, key } = sent
      const headers = { 'Idempotency-Key': key }
      const { data } = await whileLoading(call(takePayment, { params: { id: code }, body, headers }))
      setView({ step: 'taken', taken: data })
      onTaken()
      unansweredTake.set(null)
    } catch (failure) {
      if (isUnanswered(failure)) return
      unansweredTake.set(null)
      showCurrent(failure, setView)
      notifyFailure(failure)
    }
  })
  useLoadOnReturn(unanswered !== null, () => unanswered && void send(unanswered))
  return {
    view,
    unanswered,
    find: (text: string) => unanswered === null && search(text),
    take: (code: string, body: TakeBody) => send({ code, body, key: createIdempotencyKey() }),
    repeat: () => unanswered && void send(unanswered),
  }
}

/** A conflict has the ticket as it is now. */
function showCurrent(failure: unknown, show: (view: CounterView) => void): void {
  if (!(failure instanceof CallFailure)) return
  const current = z.safeParse(previewTake.reply, { data: failure.data })
  if (current.success) show({ step: 'found', preview: current.data.data })
}

/** Finds a ticket by its number, or by plate or first digits; a later search replaces an earlier one. */
function useSearch(show: (view: CounterView) => void): (text: string) => void {
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  return (text) => {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    show({ step: 'searching' })
    findView(text, signal).then(
      (view) => !signal.aborted && show(view),
      async (cause: unknown) => {
        if (!signal.aborted) show({ step: 'failed', text: failureText(await toPageFailure(cause)) })
      },
    )
  }
}

async function findView(text: string, signal: AbortSignal): Promise<CounterView> {
  const q = extractTicketCode(text)
  const preview = async (id: string): Promise<CounterView> => {
    const { data } = await call(previewTake, { params: { id }, signal })
    return { step: 'found', preview: data }
  }
  if (/^\d{13}$/.test(q)) return preview(q)
  const { data } = await call(listBackOfficeTickets, { query: { q: text }, signal })
  const payable = data.filter(({ where, owed }) => where === 'inside' || owed !== null)
  const [only, ...others] = payable
  if (!only) return { step: 'failed', text: 'Nenhum carro no pátio ou devendo foi encontrado.' }
  return others.length === 0 ? preview(only.id) : { step: 'choice', rows: payable }
}
