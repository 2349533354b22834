import type { Tx } from '#db/schema.ts'
import { earlier, plus } from '#kit/clock.ts'
import { mayLeave } from '#parking/exitMinute.ts'
import { honouredMs } from '#payment/limits.ts'
import type { Stay } from '../../stay.ts'
import { deadlineOf } from '../deadline.ts'
import { momentOf, stayWith } from '../stay.ts'
import { lockTicketAndSegments } from '../store.ts'

/**
 * Until when a car may leave that owed nothing at `askedAt`, when its exit was asked for: until its stay costs something.
 * Where it does by now it leaves as if it had been paid then, since the bank took its time (docs/spec.md#r21). Null where
 * something was owed, or that time is over too. With the ticket locked until the caller's transaction ends.
 */
export async function leaveFreeUntil(
  db: Tx,
  ticketId: number,
  { askedAt, now }: { askedAt: Date; now: Date },
): Promise<Date | null> {
  const { ticket, segments } = await lockTicketAndSegments(db, ticketId)
  const stay = (at: Date) => stayWith(ticket, segments, momentOf(ticket, at))
  if (!owesNothing(stay(askedAt))) return null
  const current = stay(now)
  const { paidCents } = current
  const paidAt = earlier(now, plus(askedAt, honouredMs))
  const standing = owesNothing(current) ? (current.exitDeadlineAt ?? current.freeUntil) : null
  const deadlineAt = standing ?? deadlineOf(ticket, { paidAt, paidCents, pricedAt: askedAt })
  return deadlineAt !== null && mayLeave(deadlineAt, now) ? deadlineAt : null
}

function owesNothing({ state }: Stay): boolean {
  return state === 'free' || state === 'paid'
}
