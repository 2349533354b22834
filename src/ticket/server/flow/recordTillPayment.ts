import type { Db, Tx } from '#db/schema.ts'
import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { audit } from '#kit/server/audit.ts'
import { isBeingPaid } from '#payment/server/findPayments.ts'
import { endOtherAttempts } from '#payment/server/settle/endOtherAttempts.ts'
import { findHonouredPrice } from '../../quote/honouredPrice.ts'
import { type Stay, stayAt, withoutUndone } from '../../stay.ts'
import { unpaidExitCents } from '../gate/unpaidExitCents.ts'
import { publishGateEvent } from '../gate/publishGateEvent.ts'
import { portalExitDeadline, readStayInput, stayInputOf } from '../stay.ts'
import { insertSegment, lockTicket, readStayRows, type StoredTicket, ticketAuditEntry } from '../store.ts'
import { endUndoneValidations, fixValidations } from '../gate/fixValidations.ts'

/** A ticket as a till sees it: undone takes count no more, also within their five minutes. */
type StayAtTill = {
  readonly stay: Stay
  /** A payment was sent for money. */
  readonly isBeingPaid: boolean
  /** What a car that left owing still owes, in centavos; null for any other. */
  readonly debtCents: number | null
  /** Whether this amount is due, or was within the last five minutes (docs/spec.md#r21). */
  readonly isHonoured: (amountCents: number) => boolean
}

/** What a till may take for the ticket now. */
export async function readStayAtTill(db: Db, ticket: StoredTicket, now: Date): Promise<StayAtTill> {
  const { facts, terms } = await readStayInput(db, ticket)
  const own = withoutUndone(facts)
  return {
    stay: stayAt(own, terms, now),
    isBeingPaid: await isBeingPaid(db, ticket.id),
    debtCents: await readDebtCents(db, ticket),
    isHonoured: (amountCents) =>
      [own, facts].some((known) => findHonouredPrice(known, terms, { amountCents, now }) !== null),
  }
}

async function readDebtCents(db: Db, { id, exited_at: exitedAt }: StoredTicket): Promise<number | null> {
  if (exitedAt === null) return null
  const owing = await db
    .selectFrom('ticket')
    .innerJoin('unpaid_exit', 'unpaid_exit.ticket_id', 'ticket.id')
    .select(unpaidExitCents.as('cents'))
    .where('ticket.id', '=', id)
    .executeTakeFirst()
  return owing?.cents ?? null
}

type TillPayment = {
  readonly amountCents: number
  readonly method: string
  readonly now: Date
  readonly actor: string
  /** 'Caixa nº 12' and the receipt, for the trail. */
  readonly till: string
  readonly receipt: string
}

/** The ticket is locked. Of a car that left no deadline is given, and no gate hears of it. */
export async function recordTillPayment(tx: Tx, ticket: StoredTicket, paid: TillPayment) {
  const { amountCents, method, now } = paid
  const { facts, terms } = stayInputOf(ticket, await fixAtTill(tx, ticket, paid))
  const n = stayAt(facts, terms, now).nextSegmentN
  const before = stayAt(withoutUndone(facts), terms, now)
  const paidCents = before.paidCents + amountCents
  const covered = { paidAt: now, paidCents: paidCents + before.offCents, pricedAt: null }
  const exitDeadlineAt = ticket.exited_at === null ? portalExitDeadline(ticket, covered) : null
  const segmentId = await insertSegment(tx, {
    ticket_id: ticket.id,
    n,
    amount_cents: amountCents,
    source: 'till',
    method,
    paid_at: now,
    exit_deadline_at: exitDeadlineAt,
  })
  await endOtherAttempts(tx, { ticketId: ticket.id, paymentId: null, now })
  const { till, receipt } = paid
  await audit(tx, {
    ...ticketAuditEntry(ticket.id, paid.actor, now),
    action: 'taken',
    before: { paid_cents: before.paidCents },
    after: { paid_cents: paidCents, amount_cents: amountCents, method, till, receipt },
  })
  if (exitDeadlineAt !== null)
    await publishGateEvent(tx, { kind: 'paid', ticket, deadlineAt: exitDeadlineAt, at: now })
  return { segmentId, exitDeadlineAt }
}

/** A take of what is due without undone validations ends these; any other take fixes them after all. */
async function fixAtTill(tx: Tx, ticket: StoredTicket, { amountCents, now, actor }: TillPayment) {
  const rows = await readStayRows(tx, ticket)
  const { facts, terms } = stayInputOf(ticket, rows)
  const isWithout = findHonouredPrice(withoutUndone(facts), terms, { amountCents, now }) !== null
  const ids = isWithout ? rows.validations.map(({ id }) => id) : []
  return fixValidations(tx, ticket, await endUndoneValidations(tx, rows, { ids, now }), {
    at: now,
    now,
    actor,
  })
}

/** Whether the car of each segment has left; a segment that is gone is missing. */
export async function findLeft(db: Db, segmentIds: readonly number[]): Promise<ReadonlyMap<number, boolean>> {
  if (segmentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('paid_segment')
    .innerJoin('ticket', 'ticket.id', 'paid_segment.ticket_id')
    .select(['paid_segment.id', 'ticket.exited_at'])
    .where('paid_segment.id', '=', anyOf(segmentIds))
    .execute()
  return new Map(rows.map(({ id, exited_at: exitedAt }) => [id, exitedAt !== null]))
}

type UndonePayment = Omit<TillPayment, 'method'> & { readonly segmentId: number; readonly reason: string }

/** The ticket of a segment, locked, and whether the segment is its last that counts; null without it. */
export async function lockSegmentTicket(tx: Tx, segmentId: number) {
  const ofSegment = () =>
    tx.selectFrom('paid_segment').select('ticket_id').where('id', '=', segmentId).executeTakeFirst()
  let found = await ofSegment()
  for (;;) {
    if (!found) return null
    const ticket = await lockTicket(tx, found.ticket_id)
    found = await ofSegment()
    // A replacement of the ticket takes its segments along.
    if (found?.ticket_id === ticket.id)
      return { ticket, isLast: await isLastSegment(tx, ticket.id, segmentId) }
  }
}

async function isLastSegment(db: Db, ticketId: number, segmentId: number): Promise<boolean> {
  const last = await db
    .selectFrom('paid_segment')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('undone_at', 'is', null)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.id === segmentId
}

/** The ticket is locked. The price comes back in five minutes (docs/spec.md#r21). */
export async function undoTillPayment(tx: Tx, ticket: StoredTicket, undone: UndonePayment): Promise<void> {
  const { segmentId, amountCents, now, actor, till, receipt, reason } = undone
  await tx.updateTable('paid_segment').set({ undone_at: now }).where('id', '=', segmentId).execute()
  await audit(tx, {
    ...ticketAuditEntry(ticket.id, actor, now),
    action: 'take_undone',
    after: { amount_cents: amountCents, till, receipt, reason },
  })
}
