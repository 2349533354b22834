import { call } from '#kit/web/call/call.ts'
import { setTicket } from '#checkout/web/customer.ts'
import { writeDraft } from '#kit/web/state/draft.ts'
import { recordTicketLookUp } from '#payment/web/local/recordPayment.ts'
import { setHumanCheckNeeded } from '#session/web/human/humanState.ts'
import { takeProofIfDue } from '#session/web/human/takeProofIfDue.ts'
import { createShortLivedStore } from '#kit/web/state/shortLivedStore.ts'
import { readTicket, type WireTicket } from '../contract.ts'
import { takeEarlyResponse } from './early/takeEarlyResponse.ts'

export type FetchedTicket = { ticket: WireTicket }

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
  // The look-up's field shows the latest ticket from now on.
  writeDraft('read', {})
  setTicket(data.ticket)
  recordTicketLookUp(data.ticket)
  return { ticket: data.ticket }
}

const freshMs = 60_000

export const latestTicket = createShortLivedStore<FetchedTicket>(({ ticket }) => ticket.code, freshMs)

export function isTicketDue({ state }: WireTicket): boolean {
  return state === 'due' || state === 'overdue'
}

export function canPayTicket(ticket: WireTicket): boolean {
  return isTicketDue(ticket) && (ticket.blocked_by ?? null) === null
}
