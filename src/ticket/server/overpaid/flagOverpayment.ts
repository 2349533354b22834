import type { Db } from '#db/schema.ts'
import { later } from '#kit/clock.ts'
import {
  closePaidTwiceCases,
  openKeptMoneyCases,
  settledSurplusCents,
} from '#review/server/keptMoneyCases.ts'
import { overpaidCents } from '../../quote/overpaid.ts'
import { clampToEntrance, stayInputOf } from '../stay.ts'
import { listSegments, portalPaymentIds, readStayRows, type StoredTicket } from '../store.ts'

type Excess = { excessCents: number; now: Date }

export async function flagOverpayment(db: Db, ticketId: number, excess: Excess): Promise<void> {
  const paymentIds = portalPaymentIds(await listSegments(db, ticketId))
  await openKeptMoneyCases(db, 'paid_twice', { paymentIds, amountCents: excess.excessCents, now: excess.now })
}

type Exit = { at: Date; now: Date; isOnTime: boolean }

/**
 * Leaves out what is in a case or was accepted, and closes the cases of a stay with nothing over. `isOnTime`: all
 * payments precede the exit.
 */
export async function flagOverpaymentAtExit(db: Db, ticket: StoredTicket, left: Exit): Promise<void> {
  const { at, now, isOnTime } = left
  const rows = await readStayRows(db, ticket)
  const { segments } = rows
  const { facts, terms } = stayInputOf(ticket, rows)
  const leftAt = isOnTime ? segments.reduce((last, { paid_at: paidAt }) => later(last, paidAt), at) : at
  const excessCents = overpaidCents(facts, terms, clampToEntrance(ticket, leftAt))
  const paymentIds = portalPaymentIds(segments)
  if (excessCents === 0) return closePaidTwiceCases(db, paymentIds, now)
  const amountCents = excessCents - (await settledSurplusCents(db, paymentIds))
  if (amountCents > 0) await openKeptMoneyCases(db, 'paid_twice', { paymentIds, amountCents, now })
}
