import * as z from 'zod/mini'
import { ticketCode } from '#counter/ticketCode.ts'
import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/call/failure.ts'
import { go, replaceWith } from '#kit/web/route/routes.ts'
import { setTicket } from '#counter/web/customer.ts'
import { createPersonalStore } from '#kit/web/state/personal.ts'
import { whoSeemsThere } from '#session/web/whoIsThere.ts'
import { readTicket } from '../contract.ts'
import type { WireTicket } from '../contract.ts'
import { ticketFailures } from '../failures.ts'

/** A ticket and when this device got it, in its own milliseconds. */
export type ReadTicket = { ticket: WireTicket; receivedAt: number }

/** Prices a ticket now and puts it on the counter. Throws a `CallFailure`. */
export async function lookUp(code: string, signal?: AbortSignal): Promise<ReadTicket> {
  const { data } = await call(readTicket, { body: { code }, signal })
  setTicket(data.ticket)
  return { ticket: data.ticket, receivedAt: Date.now() }
}

const latest = createPersonalStore<ReadTicket | null>(null)

/** The ticket that the search has just found, once: the value screen need not ask again. */
export function takeLatest(code: string): ReadTicket | null {
  const taken = latest.get()
  latest.set(null)
  return taken?.ticket.code === code ? taken : null
}

/** Whether there is something to pay: only then may the value screen be skipped. */
export function owes({ state }: WireTicket): boolean {
  return state === 'due' || state === 'overdue'
}

/**
 * Looks up what a person typed, or a link named, and goes on: to its value, or for a signed-in person straight to
 * the payment type. Answers what is wrong instead, or null. `signal`: the screen was left, and nobody is led anywhere.
 */
export async function search(
  typed: string,
  { linked, signal }: { linked: boolean; signal: AbortSignal },
): Promise<string | null> {
  const code = z.safeParse(ticketCode, typed)
  if (!code.success) return code.error.issues[0]?.message ?? ticketFailures.ticket_not_found
  try {
    const [read, who] = await Promise.all([lookUp(code.data, signal), whoSeemsThere()])
    if (signal.aborted) return null
    if (read.ticket.state === 'blocked') return ticketFailures.ticket_blocked
    latest.set(read)
    // A link would look up again on the way back, and never let the person leave.
    const leave = linked ? replaceWith : go
    leave(who?.user && owes(read.ticket) ? 'ticket.paymentType' : 'ticket.value', {
      query: { ticket: code.data },
    })
    return null
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure
    if (signal.aborted) return null
    return failure.errors['code']?.[0] ?? failure.message
  }
}
