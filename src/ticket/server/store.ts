import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, PaidSegmentTable, TicketTable, Tx, ValidationTable } from '#db/schema.ts'
import { addMs } from '#kit/clock.ts'
import { assertLockOrder } from '#kit/server/db/locks.ts'
import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { type MoneyTuple, paymentMoneySql } from '#payment/server/ledger/paymentMoney.ts'
import { platesOfCar } from '#vehicle/plate.ts'
import { exitReportGraceMs } from '../stay.ts'
import { findCodeByPrinted } from './codes/ticketCodes.ts'

type TicketRow = Selectable<TicketTable>
export type SegmentRow = Selectable<PaidSegmentTable> & { money: MoneyTuple | null }
export type SegmentFacts = Pick<
  SegmentRow,
  | 'n'
  | 'amount_cents'
  | 'handed_back_cents'
  | 'paid_at'
  | 'exit_deadline_at'
  | 'source'
  | 'undone_at'
  | 'money'
>

export type ValidationRow = Selectable<ValidationTable> & {
  /** Of kind all: the number of its segment. */
  segment_n: number | null
}
export type ValidationFacts = Pick<
  ValidationRow,
  | 'id'
  | 'kind'
  | 'value'
  | 'max_cents'
  | 'partner_name'
  | 'text'
  | 'at'
  | 'granted_cents'
  | 'undone_at'
  | 'counts_until_at'
  | 'segment_n'
>
/** What a stay is computed from, beside its ticket. */
export type StayRows<Segment = SegmentFacts, Given = ValidationFacts> = {
  readonly segments: readonly Segment[]
  readonly validations: readonly Given[]
}

/** SQL: what came and went of the payment of a `paid_segment`; null where it has none. */
export const segmentMoney = sql<MoneyTuple | null>`case when paid_segment.payment_id is not null
  then ${paymentMoneySql(sql.ref('paid_segment.payment_id'))} end`

/** `rules` is unparsed jsonb of the tariff; `read_at` is the database's instant of the read. */
export type StoredTicket = TicketRow & {
  lot_name: string
  has_partners: boolean
  time_zone: string
  rules: unknown
  read_at: Date
}

export async function findTicketByCode(db: Db, code: string): Promise<StoredTicket | undefined> {
  const found = await ticketQuery(db).where('ticket.code', '=', code).executeTakeFirst()
  if (found) return found
  const own = await findCodeByPrinted(db, code)
  return own === null ? undefined : ticketQuery(db).where('ticket.code', '=', own).executeTakeFirst()
}

export async function getTicket(db: Db, id: number): Promise<StoredTicket> {
  return ticketQuery(db).where('ticket.id', '=', id).executeTakeFirstOrThrow()
}

export async function listTickets(db: Db, ids: readonly number[]): Promise<StoredTicket[]> {
  return ticketQuery(db).where('ticket.id', '=', anyOf(ids)).execute()
}

function ticketQuery(db: Db) {
  return db
    .selectFrom('ticket')
    .innerJoin('lot', 'lot.id', 'ticket.lot_id')
    .innerJoin('tariff', 'tariff.id', 'ticket.tariff_id')
    .selectAll('ticket')
    .select(['lot.name as lot_name', 'lot.has_partners', 'tariff.rules', 'tariff.time_zone'])
    .select(sql<Date>`statement_timestamp()`.as('read_at'))
}

/** Ids of the ticket, of those it replaces and of its replacements, oldest first; empty for an unknown ticket. */
export async function findReplacementChain(db: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive chain as (
      select id, replaces_id from ticket where id = ${id}
      union
      select ticket.id, ticket.replaces_id from ticket
        join chain on ticket.replaces_id = chain.id or ticket.id = chain.replaces_id
    )
    select id from chain order by id`.execute(db)
  return rows.map((row) => row.id)
}

/** Of these codes, the tickets that are neither blocked nor used at an exit. */
export async function listTicketsInside(db: Db, codes: readonly string[]): Promise<StoredTicket[]> {
  const inside = ticketQuery(db).where('ticket.exited_at', 'is', null).where('ticket.blocked_at', 'is', null)
  return inside.where('ticket.code', '=', sql<string>`any(${[...codes]}::text[])`).execute()
}

type CarInside = { lotId: number; plate: string; latest?: Date }

/** Ten at most, entered by `latest`, without replaced ones. */
export async function findTicketsInside(
  db: Db,
  { lotId, plate, latest }: CarInside,
): Promise<StoredTicket[]> {
  const inside = ticketQuery(db)
    .where('ticket.lot_id', '=', lotId)
    .where('ticket.plate', 'in', platesOfCar(plate))
    .where('ticket.exited_at', 'is', null)
    .where('ticket.blocked_at', 'is', null)
    .orderBy('ticket.id')
    .limit(10)
  return (latest ? inside.where('ticket.entered_at', '<=', latest) : inside).execute()
}

export type TicketReference = { code: string } | { plate: string; lotId: number }

/** A plate finds the car inside that entered by `at`, or else shortly after (docs/spec.md#r39). */
export async function findTicketsAtGate(db: Db, named: TicketReference, at: Date): Promise<StoredTicket[]> {
  if (!('code' in named)) {
    const inside = await findTicketsInside(db, { ...named, latest: addMs(at, exitReportGraceMs) })
    const byThen = inside.filter(({ entered_at: enteredAt }) => enteredAt <= at)
    return byThen.length > 0 ? byThen : inside
  }
  const found = await findTicketByCode(db, named.code)
  return found ? [found] : []
}

export async function savePlate(db: Db, id: number, plate: string): Promise<void> {
  await db.updateTable('ticket').set({ plate }).where('id', '=', id).execute()
}

export async function lockTicket(tx: Tx, id: number): Promise<StoredTicket> {
  assertLockOrder(tx, 'ticket', id)
  return ticketQuery(tx).where('ticket.id', '=', id).forNoKeyUpdate('ticket').executeTakeFirstOrThrow()
}

export async function lockTicketWithRows(tx: Tx, id: number) {
  const ticket = await lockTicket(tx, id)
  return { ticket, rows: await readStayRows(tx, ticket) }
}

export async function readStayRows(
  db: Db,
  { id, has_partners }: Pick<StoredTicket, 'id' | 'has_partners'>,
): Promise<StayRows<SegmentRow, ValidationRow>> {
  const segments = await listSegments(db, id)
  return { segments, validations: has_partners ? await listValidationsOf(db, [id]) : [] }
}

/** Of these tickets, also undone ones, in the order in which they were given. */
export async function listValidationsOf(db: Db, ticketIds: readonly number[]): Promise<ValidationRow[]> {
  return db
    .selectFrom('validation')
    .leftJoin('paid_segment', 'paid_segment.id', 'validation.segment_id')
    .selectAll('validation')
    .select('paid_segment.n as segment_n')
    .where('validation.ticket_id', '=', anyOf(ticketIds))
    .orderBy('validation.id')
    .execute()
}

export async function listSegments(db: Db, ticketId: number): Promise<SegmentRow[]> {
  return segmentQuery(db).where('ticket_id', '=', ticketId).execute()
}

export async function listSegmentsOf(db: Db, ticketIds: readonly number[]): Promise<SegmentRow[]> {
  return segmentQuery(db).where('ticket_id', '=', anyOf(ticketIds)).execute()
}

function segmentQuery(db: Db) {
  return db.selectFrom('paid_segment').selectAll().select(segmentMoney.as('money')).orderBy('n')
}

export function portalPaymentIds(segments: readonly SegmentRow[]): number[] {
  return segments.flatMap(({ payment_id: id }) => (id === null ? [] : [id]))
}

/** False if the code is taken. */
export async function insertTicket(db: Db, ticket: Insertable<TicketTable>): Promise<boolean> {
  const inserted = await db
    .insertInto('ticket')
    .values(ticket)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Its id. */
export async function insertSegment(db: Db, segment: Insertable<PaidSegmentTable>): Promise<number> {
  const inserted = db.insertInto('paid_segment').values(segment).returning('id')
  return (await inserted.executeTakeFirstOrThrow()).id
}

export function ticketAuditEntry(id: number, actor: string, now: Date) {
  return { at: now, actor, subject: 'ticket', subjectId: String(id) } as const
}
