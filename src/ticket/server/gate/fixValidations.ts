import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { addMs, minuteMs } from '#kit/clock.ts'
import { audit } from '#kit/server/audit.ts'
import { linesOff } from '../../benefit.ts'
import { exitReportGraceMs, quoteMinutes, validatedStayAt } from '../../stay.ts'
import { computePrice } from '../../tariff.ts'
import { clampToEntrance, stayInputOf, validationText } from '../stay.ts'
import { type StayRows, type StoredTicket, ticketAuditEntry, type ValidationFacts } from '../store.ts'

type Fixing = {
  /** Of the segment or the exit that fixes them. */
  readonly at: Date
  readonly now: Date
  readonly actor: string
  /** What the lines of a payment took off, in centavos by the validation's id. */
  readonly linesOff?: ReadonlyMap<number, number>
  /** Whether a device told the instant: validations given later than that are undone instead. */
  readonly isTold?: boolean
  /** Of a waiver and of another shop's `all`: one that was undone stays so. */
  readonly leavesUndone?: boolean
}

/**
 * Writes what each validation that counts took off, once and for good. An undone one counts for five minutes, and for
 * what a device tells of an instant within them. Answers the rows as they are now. The ticket is locked, and the segment
 * or exit is written in the same transaction.
 */
export async function fixValidations<Segment>(
  tx: Tx,
  ticket: StoredTicket,
  rows: StayRows<Segment> & StayRows,
  fixing: Fixing,
): Promise<StayRows<Segment> & StayRows> {
  const { at, now, actor, isTold = false } = fixing
  const told = { ...fixing, isTold: isTold && ticket.exited_at === null }
  const open = rows.validations.filter((one) => one.granted_cents === null && isOpen(one, rows, told))
  if (open.length === 0) return rows
  const isTooLate = (one: ValidationFacts) => isTold && addMs(at, exitReportGraceMs) < one.at
  const ended = open.filter(isTooLate)
  for (const one of ended) await endValidation(tx, ticket, one, now)
  const endedRows = withRows(rows, ended, () => ({ counts_until_at: ticket.entered_at }))
  const fixed = open.filter((one) => !isTooLate(one))
  const keptRows = withRows(endedRows, fixed, () => ({ undone_at: null, counts_until_at: null }))
  const granted = computeGranted(ticket, keptRows, fixing)
  for (const one of fixed)
    await fixValidation(tx, ticket, one, { cents: granted.get(one.id) ?? 0, now, actor })
  return withRows(keptRows, fixed, ({ id }) => ({ granted_cents: granted.get(id) ?? 0 }))
}

/** Ends undone ones that count still. Answers the rows as they are now. */
export async function endUndoneValidations<Rows extends StayRows>(
  tx: Tx,
  rows: Rows,
  { ids, now }: { readonly ids: readonly number[]; readonly now: Date },
): Promise<Rows> {
  const ended = rows.validations.filter(
    (row) => ids.includes(row.id) && row.counts_until_at !== null && isCounted(row, now),
  )
  for (const { id } of ended)
    await tx.updateTable('validation').set({ counts_until_at: now }).where('id', '=', id).execute()
  return withRows(rows, ended, () => ({ counts_until_at: now }))
}

function isOpen(one: ValidationFacts, { validations }: StayRows, fixing: Fixing): boolean {
  const { at, now, isTold = false, leavesUndone = false } = fixing
  const { undone_at: undoneAt, counts_until_at: until } = one
  if (undoneAt === null || until === null) return true
  if (leavesUndone) return false
  if (isCounted(one, now)) return true
  // One that a new validation or a take ended earlier stays undone, and so does one of a car that has left.
  const hadFiveMinutes = until >= addMs(undoneAt, quoteMinutes * minuteMs)
  return isTold && hadFiveMinutes && isCounted(one, at) && validations.every((other) => other.at <= undoneAt)
}

function isCounted({ counts_until_at: until }: ValidationFacts, now: Date): boolean {
  return until === null || now < until
}

type Change = (row: ValidationFacts) => Partial<ValidationFacts>

function withRows<Rows extends StayRows>(
  rows: Rows,
  changed: readonly ValidationFacts[],
  change: Change,
): Rows {
  const ids = changed.map(({ id }) => id)
  const validations = rows.validations.map((row) => (ids.includes(row.id) ? { ...row, ...change(row) } : row))
  return { ...rows, validations }
}

/** Centavos by id: of `all` its segment; else the payment's line, or what it takes off at the instant after those lines. */
function computeGranted(ticket: StoredTicket, rows: StayRows, fixing: Fixing): ReadonlyMap<number, number> {
  const lines = fixing.linesOff ?? new Map<number, number>()
  const known = withRows(
    rows,
    rows.validations.filter(({ id, granted_cents: cents }) => cents === null && lines.has(id)),
    ({ id }) => ({ granted_cents: lines.get(id) ?? null }),
  )
  const { facts, terms } = stayInputOf(ticket, known)
  const at = clampToEntrance(ticket, fixing.at)
  const stay = validatedStayAt(facts, terms, fixing.now)
  const off = linesOff(stay, computePrice(terms.rules, { ...stay, at }).amountCents)
  const byId = new Map(off.map(({ validationId = 0, amountCents }) => [validationId, -amountCents]))
  for (const [id, cents] of lines) byId.set(id, cents)
  for (const { id, kind, segment_n: segmentN } of rows.validations)
    if (kind === 'all') byId.set(id, rows.segments.find(({ n }) => n === segmentN)?.amount_cents ?? 0)
  return byId
}

type Fixed = { cents: number; now: Date; actor: string }

async function fixValidation(tx: Tx, ticket: StoredTicket, row: ValidationFacts, fixed: Fixed) {
  const { cents, now, actor } = fixed
  await tx
    .updateTable('validation')
    .set({ granted_cents: cents, owed_cents: sql`${cents}::bigint * share / 100`, fixed_at: now })
    .set({ undone_at: null, undone_by: null, reason: null, counts_until_at: null })
    .where('id', '=', row.id)
    .execute()
  if (row.counts_until_at === null) return
  await setSegmentUndone(tx, row.id, null)
  const after = { validation: validationText(row), amount_cents: cents }
  await audit(tx, { ...ticketAuditEntry(ticket.id, actor, now), action: 'undo_void', after })
}

/** Of kind all, whose segment is undone with it. */
export async function setSegmentUndone(tx: Tx, validationId: number, undoneAt: Date | null): Promise<void> {
  await sql`update paid_segment set undone_at = ${undoneAt}::timestamptz from validation
    where validation.id = ${validationId} and paid_segment.id = validation.segment_id`.execute(tx)
}

const toldLateReason = 'Pago ou saiu antes'
const system = 'janitor'

/** It counts at no instant of the stay, so that what undoes it is weighed against the price without it. */
async function endValidation(tx: Tx, ticket: StoredTicket, row: ValidationFacts, now: Date): Promise<void> {
  const undone = { undone_at: now, undone_by: system, reason: toldLateReason }
  await tx
    .updateTable('validation')
    .set({ counts_until_at: ticket.entered_at, ...(row.counts_until_at === null && undone) })
    .where('id', '=', row.id)
    .execute()
  if (row.counts_until_at !== null) return
  await setSegmentUndone(tx, row.id, now)
  const after = { validation: validationText(row), reason: toldLateReason }
  await audit(tx, { ...ticketAuditEntry(ticket.id, system, now), action: 'validation_undone', after })
}
