import type { Db } from '#db/schema.ts'
import { wireMoney } from '#kit/money.ts'
import { paymentFailures } from '#payment/failures.ts'
import type { StaffMember } from '#session/server/caller.ts'
import { ticketFailures } from '#ticket/failures.ts'
import { requireTicket } from '#ticket/server/backoffice/ticketDetail.ts'
import { readStayAtTill } from '#ticket/server/flow/recordTillPayment.ts'
import { findReplacementChain, getTicket, type StoredTicket } from '#ticket/server/store.ts'
import { wireTicket } from '#ticket/server/view.ts'
import type { WireTakePreview } from '../backoffice.ts'
import { centsToTake, findTakeRefusal } from '../takeDecision.ts'
import type { TillDeps } from './deps.ts'
import { listOpenTills } from './store.ts'

const refusalTexts = { ...ticketFailures, ...paymentFailures }

/** What `takePayment` would take now. Throws `not_found`. */
export async function previewTake(
  { db, clock, reservedStay }: TillDeps,
  code: string,
  member: StaffMember,
): Promise<WireTakePreview> {
  const ticket = await findCurrentTicket(db, await requireTicket(db, code, member))
  const now = clock.now()
  const { stay, isBeingPaid, debtCents } = await readStayAtTill(db, ticket, now)
  const isReserved = (await reservedStay.find(db, ticket.id, now)) !== null
  const facts = { isReserved, isBeingPaid, stay, debtCents }
  const refusal = findTakeRefusal(facts)
  const open = (await listOpenTills(db, member.id)).find((till) => till.lot_id === ticket.lot_id)
  return {
    ticket: wireTicket(ticket, stay, now),
    plate: ticket.plate,
    lot_id: ticket.lot_id,
    amount: refusal === null ? wireMoney(centsToTake(facts)) : null,
    after_exit: debtCents !== null,
    refusal: refusal && { code: refusal, text: refusalTexts[refusal] },
    till: open ? { id: open.id, number: open.number } : null,
  }
}

/** The last replacement of a replaced number. */
async function findCurrentTicket(db: Db, ticket: StoredTicket): Promise<StoredTicket> {
  if (ticket.blocked_at === null) return ticket
  const last = Math.max(...(await findReplacementChain(db, ticket.id)))
  return getTicket(db, last)
}
