import * as z from 'zod/mini'
import { fail } from '#kit/fail.ts'
import type { PaymentSubject } from '#payment/server/subject.ts'
import type { Payment } from '#payment/server/store.ts'
import type { Db } from '#db/schema.ts'
import { exitDeadline } from '../stay.ts'
import { tariffRules } from '../tariff.ts'
import { tellGates } from './flow/tellGates.ts'
import { stayOf } from './stay.ts'
import { insertSegment, lockTicket, type StoredTicket, ticketById } from './store.ts'
import { alreadyPaid, wireTicket } from './view.ts'

/** A ticket as the thing that a payment pays. */
export const ticketSubject: PaymentSubject = {
  async holdPrice(db, payment, now) {
    const ticket = await lockedTicket(db, payment)
    const stay = await stayOf(db, ticket, now)
    if (stay.state === 'exited') throw fail('ticket_exited')
    if (stay.state === 'paid' || stay.segmentN !== payment.segment_n) throw alreadyPaid(ticket, stay, now)
    const holds = now <= payment.price_expires_at || stay.dueCents === payment.amount_cents
    if (!holds || stay.state === 'blocked')
      throw fail('price_changed', { data: { ticket: wireTicket(ticket, stay, now) } })
  },

  async onPaid(db, payment, paidAt, now) {
    const ticket = await lockedTicket(db, payment)
    const stay = await stayOf(db, ticket, now)
    if (stay.segmentN !== payment.segment_n || ticket.exited_at !== null) return null
    const exitDeadlineAt = exitDeadline({
      rules: z.parse(tariffRules, ticket.rules),
      enteredAt: ticket.entered_at,
      paidAt,
      timeZone: ticket.time_zone,
      paidCents: stay.paidCents + payment.amount_cents,
    })
    await insertSegment(db, {
      ticketId: ticket.id,
      n: payment.segment_n,
      amountCents: payment.amount_cents,
      source: 'portal',
      paymentId: payment.id,
      paidAt,
      exitDeadlineAt,
    })
    await tellGates(db, { kind: 'paid', ticket, deadlineAt: exitDeadlineAt, at: now })
    return { exitDeadlineAt }
  },

  async receiptFacts(db, payment) {
    const ticket = await ticketById(db, ticketIdOf(payment))
    return { lotName: ticket.lot_name, plate: ticket.plate, enteredAt: ticket.entered_at }
  },
}

async function lockedTicket(db: Db, payment: Payment): Promise<StoredTicket> {
  const id = ticketIdOf(payment)
  await lockTicket(db, id)
  return ticketById(db, id)
}

function ticketIdOf(payment: Payment): number {
  if (payment.ticket_id === null) throw new Error(`payment ${payment.id} has no ticket`)
  return payment.ticket_id
}
