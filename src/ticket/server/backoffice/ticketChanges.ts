import type { Db, Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { TicketDeps } from '../deps.ts'
import { audit } from '#kit/server/audit.ts'
import { exitUntil } from '../../stay.ts'
import { portalExitDeadline, readStay, stayFromRows } from '../stay.ts'
import {
  insertSegment,
  insertTicket,
  lockTicket,
  readStayRows,
  ticketAuditEntry,
  type StoredTicket,
  findTicketByCode,
  getTicket,
  findTicketsInside,
} from '../store.ts'
import { publishGateEvent } from '../gate/publishGateEvent.ts'
import { fixValidations } from '../gate/fixValidations.ts'
import { isBeingPaid } from '#payment/server/findPayments.ts'
import { endOtherAttempts } from '#payment/server/settle/endOtherAttempts.ts'
import * as z from 'zod/mini'
import { tariffRules } from '../../tariff.ts'
import { generateTicketCode } from '../codes/ticketCodes.ts'
import { minuteMs, addMs } from '#kit/clock.ts'
import { canExitAt } from '#parking/exitDeadline.ts'
import { recordMovement } from '#parking/server/flow/countOccupancy.ts'
import { readAuthorisedDeadline } from '../flow/gateEvents.ts'
import { recordExit } from '../gate/recordExit.ts'

type Deps = Pick<TicketDeps, 'db' | 'reservedStay'>
type Change = { ticketId: number; reason: string; actor: string; now: Date }

/** Waives the due amount as a segment without money. Throws `payment_in_flight`, `nothing_due`. */
export async function waiveDueAmount({ db, reservedStay }: Deps, waiving: Change): Promise<void> {
  const { ticketId, reason, actor, now } = waiving
  await transaction(db, async (tx) => {
    await reservedStay.lock(tx, ticketId)
    const ticket = await lockTicket(tx, ticketId)
    const rows = await readStayRows(tx, ticket)
    const before = stayFromRows(ticket, rows, now)
    const amountCents = before.dueCents
    if (amountCents === 0) throw fail('nothing_due')
    if (await isBeingPaid(tx, ticketId)) throw fail('payment_in_flight')
    await fixValidations(tx, ticket, rows, { at: now, now, actor, leavesUndone: true })
    const paidCents = before.paidCents + amountCents
    const covered = { paidAt: now, paidCents: paidCents + before.offCents, pricedAt: now }
    const exitDeadlineAt = portalExitDeadline(ticket, covered)
    await insertSegment(tx, {
      ticket_id: ticketId,
      n: before.nextSegmentN,
      amount_cents: amountCents,
      source: 'waiver',
      paid_at: now,
      exit_deadline_at: exitDeadlineAt,
    })
    await audit(tx, {
      ...ticketAuditEntry(ticketId, actor, now),
      action: 'waived',
      before: { paid_cents: before.paidCents },
      after: { paid_cents: paidCents, amount_cents: amountCents, reason },
    })
    await endOtherAttempts(tx, { ticketId, paymentId: null, now })
    const after = await readStay(tx, ticket, now)
    if (exitDeadlineAt !== null)
      await publishGateEvent(tx, { kind: 'paid', ticket, deadlineAt: exitDeadlineAt, at: now })
    await reservedStay.onWaived(tx, ticketId, { exitDeadlineAt: after.exitDeadlineAt, actor, now })
  })
}

/** Answers the new code. Throws `ticket_reserved`, `ticket_exited`, `ticket_blocked`, `payment_in_flight`. */
export async function replaceLostTicket({ db, reservedStay }: Deps, lost: Change): Promise<string> {
  return transaction(db, async (tx) => {
    if ((await reservedStay.find(tx, lost.ticketId, lost.now)) !== null) throw fail('ticket_reserved')
    return blockAndReissue(tx, lost)
  })
}

async function blockAndReissue(tx: Tx, { ticketId, reason, actor, now }: Change): Promise<string> {
  const old = await lockTicket(tx, ticketId)
  assertOpen(old)
  if (await isBeingPaid(tx, ticketId)) throw fail('payment_in_flight')
  const feeCents = old.fee_cents + z.parse(tariffRules, old.rules).lost_ticket_fee_cents
  const code = await generateTicketCode(tx)
  const { lot_id, tariff_id, gate, plate, entered_at } = old
  const replacement = { code, lot_id, tariff_id, gate, plate, entered_at, created_at: now }
  await insertTicket(tx, { ...replacement, fee_cents: feeCents, replaces_id: ticketId })
  const ticket = await findTicketByCode(tx, code)
  if (!ticket) throw new Error(`ticket ${code} was not issued`)
  const { id } = ticket
  await tx.updateTable('paid_segment').set({ ticket_id: id }).where('ticket_id', '=', ticketId).execute()
  await tx.updateTable('validation').set({ ticket_id: id }).where('ticket_id', '=', ticketId).execute()
  await tx.updateTable('ticket').set({ blocked_at: now }).where('id', '=', ticketId).execute()
  await endOtherAttempts(tx, { ticketId, paymentId: null, now })
  const blocked = { replaced_by: code, reason }
  await audit(tx, { ...ticketAuditEntry(ticketId, actor, now), action: 'lost', after: blocked })
  const issued = { replaces: old.code, amount_cents: feeCents, reason }
  await audit(tx, { ...ticketAuditEntry(id, actor, now), action: 'replacement', after: issued })
  const stay = await readStay(tx, ticket, now)
  const deadlineAt = stay.state === 'paid' || stay.state === 'covered' ? exitUntil(stay, now) : null
  if (deadlineAt !== null) await publishGateEvent(tx, { kind: 'paid', ticket, deadlineAt, at: now })
  return code
}

function assertOpen({ exited_at: exitedAt, blocked_at: blockedAt }: StoredTicket): void {
  if (exitedAt !== null) throw fail('ticket_exited')
  if (blockedAt !== null) throw fail('ticket_blocked')
}

export const backOfficeGate = 'balcão'

/**
 * Lets a car out once without a payment; what is due stays due (docs/equipment.md#exit-allowed-by-staff). Throws
 * `ticket_exited`, `ticket_blocked`, `ticket_reserved`.
 */
export async function authoriseExit(deps: TicketDeps, by: Change & { left: boolean }): Promise<void> {
  const { ticketId, reason, left, actor, now } = by
  await transaction(deps.db, async (tx) => {
    const isReserved = (await deps.reservedStay.find(tx, ticketId, now)) !== null
    if (isReserved) {
      // A gate that reads two tickets for one plate opens for neither.
      const mayClose = left && (await hasDuplicatePlateInside(tx, ticketId))
      if (!mayClose) await refuseReserved(tx, ticketId)
      await deps.reservedStay.onExit(tx, deps, ticketId, { actor, now })
    }
    const ticket = await lockTicket(tx, ticketId)
    assertOpen(ticket)
    const until = left ? null : await readAuthorisedDeadline(tx, ticket.code)
    if (until !== null && canExitAt(until, now)) return
    const stay = await readStay(tx, ticket, now)
    const after = { amount_cents: stay.dueCents, reason }
    await audit(tx, { ...ticketAuditEntry(ticketId, actor, now), action: 'exit_authorised', after })
    if (!left) {
      const deadlineAt = addMs(now, z.parse(tariffRules, ticket.rules).exit_tolerance_min * minuteMs)
      return publishGateEvent(tx, { kind: 'authorised', ticket, deadlineAt, at: now })
    }
    const space = isReserved ? 'reserves' : 'normal'
    await recordMovement(tx, { lotId: ticket.lot_id, space, change: -1, at: now })
    await recordExit(tx, ticketId, { gate: backOfficeGate, at: now, now, actor, stay })
  })
}

export async function hasDuplicatePlateInside(db: Db, ticketId: number): Promise<boolean> {
  const { plate, lot_id: lotId } = await getTicket(db, ticketId)
  return plate !== null && (await findTicketsInside(db, { plate, lotId })).some(({ id }) => id !== ticketId)
}

async function refuseReserved(tx: Tx, ticketId: number): Promise<never> {
  const { exited_at: exitedAt } = await getTicket(tx, ticketId)
  throw fail(exitedAt === null ? 'ticket_reserved' : 'ticket_exited')
}
