import { call } from '#kit/web/call/call.ts'
import { setTicket } from '#checkout/web/customer.ts'
import { recordSeenTicket } from '#payment/web/known/recordPayment.ts'
import { expectHumanCheck } from '#session/web/human/human.ts'
import { proofToSend } from '#session/web/human/humanDoor.ts'
import { createHandOver } from '#kit/web/state/handOver.ts'
import { readTicket, type WireTicket } from '../contract.ts'
import { takeEarlyAnswer } from './early/early.ts'

export type ReadTicket = { ticket: WireTicket; receivedAt: number }

/** Sends the human-check proof along where due; reuses the early look-up. Throws a `CallFailure`. */
export async function lookUp(code: string, signal?: AbortSignal): Promise<ReadTicket> {
  const early = await takeEarlyAnswer(code)
  const recaptcha = early ? null : await proofToSend()
  const { data } = await call(readTicket, { body: { code, recaptcha }, signal, answered: early ?? undefined })
  expectHumanCheck(false)
  setTicket(data.ticket)
  recordSeenTicket(data.ticket)
  return { ticket: data.ticket, receivedAt: early?.receivedAt ?? Date.now() }
}

const freshMs = 60_000

export const latestTicket = createHandOver<ReadTicket>(({ ticket }) => ticket.code, freshMs)

export function owes({ state }: WireTicket): boolean {
  return state === 'due' || state === 'overdue'
}

export function mayPay(ticket: WireTicket): boolean {
  return owes(ticket) && (ticket.blocked_by ?? null) === null
}
