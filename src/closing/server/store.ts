import { type Selectable, sql } from 'kysely'
import type { ClosingMailTable, ClosingTable, Db, Tx } from '#db/schema.ts'
import { anyOf } from '#kit/server/db/query/anyOf.ts'
import type { StaffMember, VisibleLots } from '#session/server/caller.ts'
import type { BookedRow } from '#staff/server/exports/defineExport.ts'
import { isInLots, requireVisible } from '#staff/server/member.ts'
import { type ClosingDocument, type ClosingLine } from '../document.ts'
import { isClosingSection } from '../sections.ts'
import { type ClosingTotals, sumTotals } from '../totals.ts'

/** `day` is 'YYYY-MM-DD', `lot` the name. */
export type ClosingRow = Omit<Selectable<ClosingTable>, 'day'> & {
  readonly day: string
  readonly lot: string
}

function closings(db: Db) {
  return db
    .selectFrom('closing')
    .innerJoin('lot', 'lot.id', 'closing.lot_id')
    .selectAll('closing')
    .select([sql<string>`to_char(closing.day, 'YYYY-MM-DD')`.as('day'), 'lot.name as lot'])
}

/** Throws `not_found`, for one of another lot too. */
export async function findClosing(db: Db, id: number, member: Pick<StaffMember, 'lots'>) {
  return requireVisible(await closings(db).where('closing.id', '=', id).executeTakeFirst(), member)
}

export async function findLastClosing(db: Db, lotId: number): Promise<ClosingRow | undefined> {
  return closings(db).where('lot_id', '=', lotId).orderBy('number', 'desc').limit(1).executeTakeFirst()
}

export async function findClosingByNumber(db: Db, lotId: number, number: number) {
  return closings(db).where('lot_id', '=', lotId).where('number', '=', number).executeTakeFirst()
}

type ClosingFilter = {
  readonly lots: VisibleLots
  readonly fromDay?: string | null
  readonly untilDay?: string | null
}

/** Both days are inclusive, 'YYYY-MM-DD'. */
export function narrowClosings(db: Db, { lots, fromDay = null, untilDay = null }: ClosingFilter) {
  let list = closings(db).where(isInLots(lots, sql.ref('closing.lot_id')))
  if (fromDay !== null) list = list.where(sql<boolean>`closing.day >= ${fromDay}::date`)
  if (untilDay !== null) list = list.where(sql<boolean>`closing.day <= ${untilDay}::date`)
  return list
}

export async function closingsByIds(db: Db, ids: readonly number[]): Promise<ClosingRow[]> {
  return closings(db).where('closing.id', '=', anyOf(ids)).execute()
}

/** Finds lines by their own ids, or by those of their closings. */
export async function findLines(db: Db, by: 'id' | 'closing_id', ids: readonly number[]) {
  const rows = await db
    .selectFrom('closing_line')
    .select(['id', 'closing_id', 'section', 'method', 'brand', 'acquirer', 'count', 'amount_cents'])
    .select(sql<string | null>`to_char(of_day, 'YYYY-MM-DD')`.as('of_day'))
    .where(by, '=', anyOf(ids))
    .orderBy('id')
    .execute()
  return rows.map(({ section, ...line }) => {
    if (!isClosingSection(section))
      throw new Error(`line ${line.id} has a section of another release: ${section}`)
    return { section, ...line }
  })
}

type Lines = { readonly lines: readonly ClosingLine[]; readonly totals: ClosingTotals }
export type ClosingWithLines = ClosingRow & Lines

export async function withLines<Row extends Pick<ClosingRow, 'id' | 'fee_estimate_cents'>>(
  db: Db,
  rows: readonly Row[],
): Promise<(Row & Lines)[]> {
  const ids = rows.map(({ id }) => id)
  const found = await findLines(db, 'closing_id', ids)
  const byClosing = Map.groupBy(found, ({ closing_id: id }) => id)
  return rows.map((row) => {
    const lines = byClosing.get(row.id) ?? []
    return { ...row, lines, totals: sumTotals(lines, row.fee_estimate_cents) }
  })
}

type MetadataColumn = 'adjustment_id' | 'fee_estimate_cents' | 'digest' | 'made_at'
type StoredClosing = ClosingDocument & Pick<Selectable<ClosingTable>, MetadataColumn>

export async function insertClosing(tx: Tx, { lines, ...row }: StoredClosing): Promise<number> {
  const { id } = await tx.insertInto('closing').values(row).returning('id').executeTakeFirstOrThrow()
  if (lines.length === 0) return id
  const rows = lines.map((line) => ({ ...line, closing_id: id }))
  await tx.insertInto('closing_line').values(rows).execute()
  return id
}

/** Finds closing numbers by ledger row; rows that no closing counts are missing. */
export async function closingNumbersByRow(
  db: Db,
  rows: readonly BookedRow[],
): Promise<ReadonlyMap<number, number>> {
  const found = await sql<{ id: number; number: number }>`
    select booked.id, counted.number
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map((row) => row.lot_id)}::int[],
        ${rows.map(({ day }) => day)}::date[]) as booked (id, lot_id, day)
      join closing_start start on start.lot_id = booked.lot_id
        and (booked.day >= start.day or booked.id > start.ledger_id)
      cross join lateral (
        select number from closing
        where closing.lot_id = booked.lot_id and closing.day >= booked.day and closing.ledger_id >= booked.id
        order by closing.day limit 1
      ) counted`.execute(db)
  return new Map(found.rows.map(({ id, number }) => [id, number]))
}

/** A repeated mail keeps its first instant. */
export async function insertClosingMail(db: Db, row: ClosingMailTable): Promise<void> {
  await db
    .insertInto('closing_mail')
    .values(row)
    .onConflict((conflict) => conflict.columns(['closing_id', 'request', 'recipient']).doNothing())
    .execute()
}

/** Oldest first. */
export async function closingMails(db: Db, closingId: number) {
  return db
    .selectFrom('closing_mail')
    .select(['recipient', 'mailed_at'])
    .where('closing_id', '=', closingId)
    .orderBy('mailed_at')
    .orderBy('recipient')
    .execute()
}

/** Signed centavos that the next closing of the lot counts. */
export type Adjustment = {
  /** 'YYYY-MM-DD', a closed day. */
  readonly ofDay: string
  readonly cents: number
  readonly reason: string
  readonly actor: string
}

/** 0 without adjustments. */
export async function lastAdjustmentId(db: Db, lotId: number): Promise<number> {
  const row = await db
    .selectFrom('closing_adjustment')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('lot_id', '=', lotId)
    .executeTakeFirst()
  return row?.id ?? 0
}

export async function adjustmentsBetween(
  db: Db,
  lotId: number,
  { after, upto }: { after: number; upto: number },
): Promise<Adjustment[]> {
  return db
    .selectFrom('closing_adjustment')
    .select(['amount_cents as cents', 'reason', 'actor'])
    .select(sql<string>`to_char(of_day, 'YYYY-MM-DD')`.as('ofDay'))
    .where('lot_id', '=', lotId)
    .where('id', '>', after)
    .where('id', '<=', upto)
    .orderBy('id')
    .execute()
}
