import type { Tx } from '#db/schema.ts'
import { earlier, addMs } from '#kit/clock.ts'
import { canExitAt } from '#parking/exitDeadline.ts'
import { lateAnswerHonouredMs } from '#payment/limits.ts'
import { exitUntil, type Stay } from '../../stay.ts'
import { portalExitDeadline, clampToEntrance, stayFromRows } from '../stay.ts'
import { lockTicketWithRows } from '../store.ts'

type Asked = { askedAt: Date; now: Date }

/**
 * The latest exit of a car that owed nothing at `askedAt`, because the bank took its time (docs/spec.md#r21).
 * Null if an amount was due or that time is over. Locks the ticket.
 */
export async function lockFreeExitDeadline(tx: Tx, ticketId: number, { askedAt, now }: Asked) {
  const { ticket, rows } = await lockTicketWithRows(tx, ticketId)
  const stay = (at: Date) => stayFromRows(ticket, rows, clampToEntrance(ticket, at))
  if (!owesNothing(stay(askedAt))) return null
  const current = stay(now)
  const paidCents = current.paidCents + current.offCents
  const paidAt = earlier(now, addMs(askedAt, lateAnswerHonouredMs))
  const standing = owesNothing(current) ? exitUntil(current, now) : null
  const deadlineAt = standing ?? portalExitDeadline(ticket, { paidAt, paidCents, pricedAt: askedAt })
  return deadlineAt !== null && canExitAt(deadlineAt, now) ? deadlineAt : null
}

function owesNothing({ state }: Stay): boolean {
  return state === 'free' || state === 'covered' || state === 'paid'
}
