import { call } from '#kit/web/call/call.ts'
import { setTicket } from '#checkout/web/customer.ts'
import { recordSeenTicket } from '#payment/web/known/recordSeen.ts'
import { expectHumanCheck } from '#session/web/human/human.ts'
import { proofToSend } from '#session/web/human/humanDoor.ts'
import { createHandOver } from '#kit/web/state/handOver.ts'
import { readTicket } from '../contract.ts'
import type { WireTicket } from '../contract.ts'
import { takeEarly } from './early/early.ts'

/** A ticket and when this device got it, in its own milliseconds. */
export type ReadTicket = { ticket: WireTicket; receivedAt: number }

/**
 * Prices a ticket now and puts it on the counter; takes over what the page asked for by itself. The proof of the human
 * check goes along where one is due, so that one call does. Throws a `CallFailure`.
 */
export async function lookUp(code: string, signal?: AbortSignal): Promise<ReadTicket> {
  const early = await takeEarly(code)
  const recaptcha = early ? null : await proofToSend()
  const { data } = await call(readTicket, { body: { code, recaptcha }, signal, answered: early ?? undefined })
  expectHumanCheck(false)
  setTicket(data.ticket)
  recordSeenTicket(data.ticket)
  return { ticket: data.ticket, receivedAt: early?.receivedAt ?? Date.now() }
}

/** A price may be over after this long: it is asked for again. */
const freshMs = 60_000

/** The ticket that the search has just found: the value screen, or the one after it, need not ask again. */
export const latestTicket = createHandOver<ReadTicket>(({ ticket }) => ticket.code, freshMs)

/** Whether there is something to pay. */
export function owes({ state }: WireTicket): boolean {
  return state === 'due' || state === 'overdue'
}

/** Whether it can be paid now: only then may the value screen be skipped. */
export function mayPay(ticket: WireTicket): boolean {
  return owes(ticket) && (ticket.blocked_by ?? null) === null
}
