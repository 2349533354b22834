import type { Tx } from '#db/schema.ts'
import { addMs, dayMs } from '#kit/clock.ts'
import { audit } from '#kit/server/audit.ts'
import { isBeingPaid } from '#payment/server/findPayments.ts'
import { endOtherAttempts } from '#payment/server/settle/endOtherAttempts.ts'
import { type Benefit, coveredUntil, dueOfPriceAt } from '../../benefit.ts'
import { exitUntil, standingSegments, type Stay, validatedStayAt } from '../../stay.ts'
import { publishGateEvent } from '../gate/publishGateEvent.ts'
import { portalExitDeadline, stayFromRows, stayInputOf, validationText } from '../stay.ts'
import { insertSegment, readStayRows, type StayRows, type StoredTicket, ticketAuditEntry } from '../store.ts'
import { endUndoneValidations, fixValidations } from '../gate/fixValidations.ts'
import { takenOffNow } from './takenOff.ts'

/** A benefit as the shop offers it now, copied so that later edits touch no validation. */
type GivenBenefit = Benefit & {
  readonly partnerId: number
  readonly partnerName: string
  readonly benefitId: number
  /** '2 h' */
  readonly text: string
  /** The per cent of what is granted that the shop owes. */
  readonly share: number
}

type Given = {
  readonly benefit: GivenBenefit
  /** Actor of the audit trail. */
  readonly by: string
  /** Of staff at the desk. */
  readonly reason?: string
  readonly now: Date
}

type ValidationRefusal =
  | 'ticket_exited'
  | 'ticket_blocked'
  | 'ticket_reserved'
  | 'already_validated'
  | 'validation_full'
  | 'already_paid'
  | 'payment_in_flight'
  | 'nothing_due'

/** `offCents` is what the validation takes off now; `isNew` is false for the one that stood before. */
export type Validated = {
  readonly id: number
  readonly isNew: boolean
  readonly offCents: number
  readonly stay: Stay
}

const mostValidations = 2

/** Of a reserved stay not null. */
type ReservedStays = {
  readonly find: (tx: Tx, ticketId: number, now: Date) => Promise<object | null>
}

/**
 * Gives a ticket a benefit and ends its open codes and authentications, or says why not. The same benefit again answers
 * the validation that stands. The ticket is locked, and not by a replaced number; the shop's row is locked, because a
 * gate event comes last.
 */
export async function recordValidation(
  tx: Tx,
  { reservedStay }: { readonly reservedStay: ReservedStays },
  ticket: StoredTicket,
  given: Given,
): Promise<ValidationRefusal | Validated> {
  const { benefit, now } = given
  const before = await readStayRows(tx, { ...ticket, has_partners: true })
  const isOfShop = ({ partner_id }: { partner_id: number }) => partner_id === benefit.partnerId
  const standing = before.validations.filter(({ undone_at }) => undone_at === null)
  const own = standing.find(isOfShop)
  if (own !== undefined)
    return own.benefit_id === benefit.benefitId
      ? { ...validatedOf(ticket, before, own.id, now), isNew: false }
      : 'already_validated'
  if (ticket.exited_at !== null) return 'ticket_exited'
  if (ticket.blocked_at !== null) return 'ticket_blocked'
  if ((await reservedStay.find(tx, ticket.id, now)) !== null) return 'ticket_reserved'
  if (standing.length >= mostValidations) return 'validation_full'
  // A new validation of a shop ends its undone one at once.
  const ofShop = before.validations.filter(isOfShop).map(({ id }) => id)
  const rows = await endUndoneValidations(tx, before, { ids: ofShop, now })
  const { facts, terms } = stayInputOf(ticket, rows)
  if (standingSegments(facts.segments, now).length > 0) return 'already_paid'
  if (await isBeingPaid(tx, ticket.id)) return 'payment_in_flight'
  const leftCents = dueOfPriceAt(validatedStayAt(facts, terms, now), now)
  if (benefit.kind === 'all' && leftCents === 0) return 'nothing_due'
  const allCents = benefit.kind === 'all' ? Math.min(leftCents, benefit.maxCents ?? leftCents) : null
  const id = await writeValidation(tx, ticket, { ...given, rows, allCents })
  const after = await readStayRows(tx, { ...ticket, has_partners: true })
  return { ...validatedOf(ticket, after, id, now), isNew: true }
}

type Written = Given & { readonly rows: StayRows; readonly allCents: number | null }

async function writeValidation(tx: Tx, ticket: StoredTicket, given: Written): Promise<number> {
  const { benefit, by, now, reason = null, allCents } = given
  const segmentId = allCents === null ? null : await paySegment(tx, ticket, { ...given, allCents })
  const { id } = await tx
    .insertInto('validation')
    .values({
      ticket_id: ticket.id,
      ticket_code: ticket.code,
      lot_id: ticket.lot_id,
      time_zone: ticket.time_zone,
      partner_id: benefit.partnerId,
      partner_name: benefit.partnerName,
      benefit_id: benefit.benefitId,
      kind: benefit.kind,
      value: benefit.value,
      max_cents: benefit.maxCents,
      text: benefit.text,
      share: benefit.share,
      at: now,
      by,
      given_reason: reason,
      segment_id: segmentId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await endOtherAttempts(tx, { ticketId: ticket.id, paymentId: null, now })
  const text = validationText({ partner_name: benefit.partnerName, text: benefit.text })
  const after = { validation: text, ...(allCents !== null && { amount_cents: allCents }), reason }
  await audit(tx, { ...ticketAuditEntry(ticket.id, by, now), action: 'validated', after })
  await publishExit(tx, ticket, now)
  return id
}

type All = Written & { readonly allCents: number }

/** Of `all`: pays as a segment, which fixes what another shop gave. Answers its id. */
async function paySegment(tx: Tx, ticket: StoredTicket, { rows, allCents, by, now }: All) {
  const fixed = await fixValidations(tx, ticket, rows, { at: now, now, actor: by, leavesUndone: true })
  const stay = stayFromRows(ticket, fixed, now)
  const paidCents = stay.paidCents + stay.offCents + allCents
  return insertSegment(tx, {
    ticket_id: ticket.id,
    n: stay.nextSegmentN,
    amount_cents: allCents,
    source: 'partner',
    paid_at: now,
    exit_deadline_at: portalExitDeadline(ticket, { paidAt: now, paidCents, pricedAt: now }),
  })
}

/** Gates hear until when a car that owes nothing may leave, also one that is still free of charge. */
async function publishExit(tx: Tx, ticket: StoredTicket, now: Date): Promise<void> {
  const rows = await readStayRows(tx, { ...ticket, has_partners: true })
  const stay = stayFromRows(ticket, rows, now)
  const deadlineAt = stay.state === 'free' ? freeUntil(ticket, rows, now) : exitUntil(stay, now)
  if (deadlineAt !== null && stay.dueCents === 0)
    await publishGateEvent(tx, { kind: 'paid', ticket, deadlineAt, at: now })
}

/** Of a stay that costs nothing yet; null where the validation changes nothing. */
function freeUntil(ticket: StoredTicket, rows: StayRows, now: Date): Date | null {
  const { facts, terms } = stayInputOf(ticket, rows)
  const stay = validatedStayAt(facts, terms, now)
  const until = coveredUntil(stay, now) ?? addMs(now, dayMs)
  const own = stayFromRows(ticket, { ...rows, validations: [] }, now).freeUntil
  return own !== null && until > own ? until : null
}

function validatedOf(ticket: StoredTicket, rows: StayRows, id: number, now: Date) {
  const offCents = takenOffNow(ticket, rows, now).get(id) ?? 0
  return { id, offCents, stay: stayFromRows(ticket, rows, now) }
}
