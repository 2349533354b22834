import * as z from 'zod/mini'
import type { Tx } from '#db/schema.ts'
import { minuteMs, plus } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { mayLeave } from '#parking/exitMinute.ts'
import { recordMovement } from '#parking/server/flow/countCars.ts'
import { tariffRules } from '../../tariff.ts'
import { authorisedUntil } from '../flow/gateEvents.ts'
import { publishGateEvent } from '../gate/publishGateEvent.ts'
import { recordExit } from '../gate/recordExit.ts'
import { stayOf } from '../stay.ts'
import { lockTicket, ofTicket, ticketById, ticketsInside } from '../store.ts'
import type { TicketDeps } from '../deps.ts'

type ExitByHand = { ticketId: number; reason: string; left: boolean; actor: string; now: Date }

export const backOfficeGate = 'balcão'

/**
 * Lets a car out once without a payment; what is due stays due (docs/equipment.md#let-out-by-hand). Throws
 * `ticket_exited`, `ticket_blocked`, `ticket_reserved`.
 */
export async function authoriseExit(deps: TicketDeps, by: ExitByHand): Promise<void> {
  const { ticketId, reason, left, actor, now } = by
  await transaction(deps.db, async (tx) => {
    const isReserved = (await deps.reservedStay.find(tx, ticketId, now)) !== null
    // A gate that reads two tickets for one plate opens for neither.
    if (isReserved && !(left && (await isInsideTwice(tx, ticketId)))) await refuse(tx, ticketId)
    if (isReserved) await deps.reservedStay.leave(tx, deps, ticketId, { actor, now })
    const ticket = await lockTicket(tx, ticketId)
    if (ticket.exited_at !== null) throw fail('ticket_exited')
    if (ticket.blocked_at !== null) throw fail('ticket_blocked')
    const standing = left ? null : await authorisedUntil(tx, ticket.code)
    if (standing !== null && mayLeave(standing, now)) return
    const stay = await stayOf(tx, ticket, now)
    const after = { amount_cents: stay.dueCents, reason }
    await audit(tx, { ...ofTicket(ticketId, actor, now), action: 'exit_authorised', after })
    if (!left) {
      const deadlineAt = plus(now, z.parse(tariffRules, ticket.rules).exit_tolerance_min * minuteMs)
      return publishGateEvent(tx, { kind: 'authorised', ticket, deadlineAt, at: now })
    }
    const space = isReserved ? 'reserves' : 'normal'
    await recordMovement(tx, { lotId: ticket.lot_id, space, change: -1, at: now })
    await recordExit(tx, ticketId, { gate: backOfficeGate, at: now, now, actor, stay })
  })
}

export async function isInsideTwice(tx: Tx | TicketDeps['db'], ticketId: number): Promise<boolean> {
  const { plate, lot_id: lotId } = await ticketById(tx, ticketId)
  if (plate === null) return false
  return (await ticketsInside(tx, { plate, lotId })).some(({ id }) => id !== ticketId)
}

async function refuse(tx: Tx, ticketId: number): Promise<never> {
  const { exited_at: exitedAt } = await ticketById(tx, ticketId)
  throw fail(exitedAt === null ? 'ticket_reserved' : 'ticket_exited')
}
