import { call } from '#kit/web/call/call.ts'
import { setTicket } from '#checkout/web/customer.ts'
import { recordTicketLookUp } from '#payment/web/local/recordPayment.ts'
import { setHumanCheckNeeded } from '#session/web/human/humanState.ts'
import { takeProofIfDue } from '#session/web/human/humanChallengeHandler.ts'
import { createShortLivedStore } from '#kit/web/state/shortLivedStore.ts'
import { readTicket, type WireTicket } from '../contract.ts'
import { takeEarlyResponse } from './early/earlyLookUp.ts'

export type FetchedTicket = { ticket: WireTicket; receivedAt: number }

/** Sends the human-check proof along where due; reuses the early look-up. Throws a `CallFailure`. */
export async function fetchTicket(code: string, signal?: AbortSignal): Promise<FetchedTicket> {
  const early = await takeEarlyResponse(code)
  const recaptcha = early ? null : await takeProofIfDue()
  const { data } = await call(readTicket, {
    body: { code, recaptcha },
    signal,
    earlyResponse: early ?? undefined,
  })
  setHumanCheckNeeded(false)
  setTicket(data.ticket)
  recordTicketLookUp(data.ticket)
  return { ticket: data.ticket, receivedAt: early?.receivedAt ?? Date.now() }
}

const freshMs = 60_000

export const latestTicket = createShortLivedStore<FetchedTicket>(({ ticket }) => ticket.code, freshMs)

export function isTicketDue({ state }: WireTicket): boolean {
  return state === 'due' || state === 'overdue'
}

export function canPayTicket(ticket: WireTicket): boolean {
  return isTicketDue(ticket) && (ticket.blocked_by ?? null) === null
}
