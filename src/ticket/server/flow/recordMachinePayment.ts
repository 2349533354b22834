import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { exitDeadline } from '../../stay.ts'
import { tariffRules } from '../../tariff.ts'
import { stayOf } from '../stay.ts'
import { insertSegment, lockTicket, ticketByCode } from '../store.ts'

/**
 * Books what was paid at a machine or a cashier (centavos) and answers until when one may leave. Runs in the
 * caller's transaction. Throws `ticket_not_found`.
 */
export async function recordMachinePayment(
  db: Db,
  paid: { code: string; amountCents: number; paidAt: Date },
): Promise<{ exitDeadlineAt: Date }> {
  const ticket = await ticketByCode(db, paid.code)
  if (!ticket) throw fail('ticket_not_found')
  await lockTicket(db, ticket.id)
  const stay = await stayOf(db, ticket, paid.paidAt)
  const exitDeadlineAt = exitDeadline({
    rules: z.parse(tariffRules, ticket.rules),
    enteredAt: ticket.entered_at,
    paidAt: paid.paidAt,
    timeZone: ticket.time_zone,
    paidCents: stay.paidCents + paid.amountCents,
  })
  await insertSegment(db, {
    ticketId: ticket.id,
    n: stay.segmentN,
    amountCents: paid.amountCents,
    source: 'machine',
    paymentId: null,
    paidAt: paid.paidAt,
    exitDeadlineAt,
  })
  return { exitDeadlineAt }
}
