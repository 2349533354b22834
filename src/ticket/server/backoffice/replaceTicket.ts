import * as z from 'zod/mini'
import type { Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { tariffRules } from '../../tariff.ts'
import { blockTicket, insertTicket, lockTicket, moveSegments, ticketByCode } from '../store.ts'
import { stayOf } from '../stay.ts'
import { freeCode } from '../codes/freeCode.ts'
import { publishGateEvent } from '../gate/publishGateEvent.ts'
import { isBeingPaid } from '#payment/server/views/paymentsOfTicket.ts'
import { endOtherAttempts } from '#payment/server/settle/endOtherAttempts.ts'

type LostTicket = { ticketId: number; reason: string; actor: string; now: Date }

/**
 * Issues a replacement with the payments and the tariff's fee. Throws `ticket_exited`, `ticket_blocked`,
 * `payment_in_flight`.
 */
export async function replaceTicket(tx: Tx, { ticketId, reason, actor, now }: LostTicket): Promise<number> {
  const old = await lockTicket(tx, ticketId)
  if (old.exited_at !== null) throw fail('ticket_exited')
  if (old.blocked_at !== null) throw fail('ticket_blocked')
  if (await isBeingPaid(tx, ticketId)) throw fail('payment_in_flight')
  const feeCents = old.fee_cents + z.parse(tariffRules, old.rules).lost_ticket_fee_cents
  const code = await freeCode(tx)
  const { lot_id: lotId, tariff_id: tariffId, gate, plate, entered_at: enteredAt } = old
  const replaces = { id: ticketId, feeCents }
  await insertTicket(tx, { code, lotId, tariffId, gate, plate, enteredAt, now, replaces })
  const ticket = await ticketByCode(tx, code)
  if (!ticket) throw new Error(`ticket ${code} was not issued`)
  await moveSegments(tx, ticketId, ticket.id)
  await blockTicket(tx, ticketId, now)
  await endOtherAttempts(tx, { ticketId, paymentId: null, now })
  const common = { at: now, actor, subject: 'ticket' } as const
  const lost = { subjectId: String(ticketId), action: 'lost', before: null } as const
  await audit(tx, { ...common, ...lost, after: { replaced_by: code, reason } })
  const issued = { subjectId: String(ticket.id), action: 'replacement', before: null } as const
  await audit(tx, { ...common, ...issued, after: { replaces: old.code, amount_cents: feeCents, reason } })
  const { state, exitDeadlineAt: deadlineAt } = await stayOf(tx, ticket, now)
  if (state === 'paid' && deadlineAt)
    await publishGateEvent(tx, { kind: 'paid', ticket, deadlineAt, at: now })
  return ticket.id
}
