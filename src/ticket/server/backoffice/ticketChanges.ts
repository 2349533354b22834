import type { Db, Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { ReservedStay } from './reservedStay.ts'
import { audit } from '#kit/server/audit.ts'
import type { Stay } from '../../stay.ts'
import { deadlineOf, stayOf } from '../stay.ts'
import { insertSegment, lockTicket, blockTicket, insertTicket, moveSegments, ticketByCode } from '../store.ts'
import { publishGateEvent } from '../gate/publishGateEvent.ts'
import { isBeingPaid } from '#payment/server/findPayments.ts'
import { endOtherAttempts } from '#payment/server/settle/recordCaptured.ts'
import * as z from 'zod/mini'
import { tariffRules } from '../../tariff.ts'
import { freeCode } from '../codes/printedCode.ts'

type Deps = { readonly db: Db; readonly reservedStay: ReservedStay }

export async function waive({ db, reservedStay }: Deps, waiving: Waiver): Promise<void> {
  const { ticketId, actor, now } = waiving
  await transaction(db, async (tx) => {
    await reservedStay.lock(tx, ticketId)
    const { exitDeadlineAt } = await waiveDue(tx, waiving)
    await reservedStay.onWaived(tx, ticketId, { exitDeadlineAt, actor, now })
  })
}

/** A reserved car still leaves by plate or QR code. */
export async function replace({ db, reservedStay }: Deps, lost: Waiver): Promise<number> {
  return transaction(db, async (tx) => {
    if ((await reservedStay.find(tx, lost.ticketId, lost.now)) !== null) throw fail('ticket_reserved')
    return replaceTicket(tx, lost)
  })
}

type Waiver = { ticketId: number; reason: string; actor: string; now: Date }

/**
 * Waives the due amount as a segment without money. Takes the lock that payments take. Throws
 * `payment_in_flight`, `nothing_due`.
 */
async function waiveDue(tx: Tx, { ticketId, reason, actor, now }: Waiver): Promise<Stay> {
  const ticket = await lockTicket(tx, ticketId)
  const before = await stayOf(tx, ticket, now)
  if (before.dueCents === 0) throw fail('nothing_due')
  if (await isBeingPaid(tx, ticketId)) throw fail('payment_in_flight')
  const amountCents = before.dueCents
  const paidCents = before.paidCents + amountCents
  const exitDeadlineAt = deadlineOf(ticket, { paidAt: now, paidCents, pricedAt: now })
  await insertSegment(tx, {
    ticket_id: ticketId,
    n: before.segmentN,
    amount_cents: amountCents,
    source: 'waiver',
    paid_at: now,
    exit_deadline_at: exitDeadlineAt,
  })
  await audit(tx, {
    at: now,
    actor,
    subject: 'ticket',
    subjectId: String(ticketId),
    action: 'waived',
    before: { paid_cents: before.paidCents },
    after: { paid_cents: paidCents, amount_cents: amountCents, reason },
  })
  await endOtherAttempts(tx, { ticketId, paymentId: null, now })
  const after = await stayOf(tx, ticket, now)
  if (exitDeadlineAt !== null)
    await publishGateEvent(tx, { kind: 'paid', ticket, deadlineAt: exitDeadlineAt, at: now })
  return after
}

/**
 * Issues a replacement with the payments and the tariff's fee. Throws `ticket_exited`, `ticket_blocked`,
 * `payment_in_flight`.
 */
async function replaceTicket(tx: Tx, { ticketId, reason, actor, now }: Waiver): Promise<number> {
  const old = await lockTicket(tx, ticketId)
  if (old.exited_at !== null) throw fail('ticket_exited')
  if (old.blocked_at !== null) throw fail('ticket_blocked')
  if (await isBeingPaid(tx, ticketId)) throw fail('payment_in_flight')
  const feeCents = old.fee_cents + z.parse(tariffRules, old.rules).lost_ticket_fee_cents
  const code = await freeCode(tx)
  const { lot_id, tariff_id, gate, plate, entered_at } = old
  const replacement = { code, lot_id, tariff_id, gate, plate, entered_at, created_at: now }
  await insertTicket(tx, { ...replacement, fee_cents: feeCents, replaces_id: ticketId })
  const ticket = await ticketByCode(tx, code)
  if (!ticket) throw new Error(`ticket ${code} was not issued`)
  await moveSegments(tx, ticketId, ticket.id)
  await blockTicket(tx, ticketId, now)
  await endOtherAttempts(tx, { ticketId, paymentId: null, now })
  const common = { at: now, actor, subject: 'ticket' } as const
  const lost = { subjectId: String(ticketId), action: 'lost' } as const
  await audit(tx, { ...common, ...lost, after: { replaced_by: code, reason } })
  const issued = { subjectId: String(ticket.id), action: 'replacement' } as const
  await audit(tx, { ...common, ...issued, after: { replaces: old.code, amount_cents: feeCents, reason } })
  const { state, exitDeadlineAt: deadlineAt } = await stayOf(tx, ticket, now)
  if (state === 'paid' && deadlineAt)
    await publishGateEvent(tx, { kind: 'paid', ticket, deadlineAt, at: now })
  return ticket.id
}
