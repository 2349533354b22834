import { type Selectable, sql } from 'kysely'
import type { Db, ValidationTable } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { anyOf } from '#kit/server/db/query/anyOf.ts'
import type { StaffMember } from '#session/server/caller.ts'
import type { StateFilters } from '#staff/server/list/answerList.ts'
import { isWithin } from '#staff/server/localPeriod.ts'
import { requireVisible } from '#staff/server/member.ts'
import { readTakenOffNow } from '#ticket/server/validation/takenOff.ts'
import type { ValidationState } from '../states.ts'

type ValidationRow = Selectable<ValidationTable>

export async function hasValidations(db: Db, partnerId: number): Promise<boolean> {
  const given = db.selectFrom('validation').select('id').where('partner_id', '=', partnerId).limit(1)
  return (await given.executeTakeFirst()) !== undefined
}

/** The validation of a shop that stands or is fixed on a ticket. */
export async function findOwnValidation(
  db: Db,
  { ticketId, partnerId }: { readonly ticketId: number; readonly partnerId: number },
): Promise<Pick<ValidationRow, 'id' | 'benefit_id'> | undefined> {
  return db
    .selectFrom('validation')
    .select(['id', 'benefit_id'])
    .where('ticket_id', '=', ticketId)
    .where('partner_id', '=', partnerId)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
}

/** Throws `not_found`, also for a ticket of another lot. */
export async function requireValidation(db: Db, id: number, member: StaffMember): Promise<ValidationRow> {
  const found = db.selectFrom('validation').selectAll().where('id', '=', id)
  return requireVisible(await found.executeTakeFirst(), member)
}

/** Throws `not_found`, also for another shop's. */
export async function requireOwnValidation(db: Db, id: number, partnerId: number): Promise<ValidationRow> {
  const found = db.selectFrom('validation').selectAll().where('id', '=', id)
  const row = await found.where('partner_id', '=', partnerId).executeTakeFirst()
  if (!row) throw fail('not_found')
  return row
}

export function stateOfValidation({
  fixed_at: fixedAt,
  undone_at: undoneAt,
}: Pick<ValidationRow, 'fixed_at' | 'undone_at'>): ValidationState {
  if (undoneAt !== null) return 'undone'
  return fixedAt === null ? 'standing' : 'fixed'
}

type MonthSums = { readonly count: number; readonly cents: number }

/**
 * Standing and fixed validations given in the month of `now`, each by its own zone's clock: how many, and the centavos
 * that they were granted or, while standing, take off now.
 */
export async function sumMonth(
  db: Db,
  partnerId: number,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Promise<MonthSums> {
  const month = isoIn(timeZone, now).slice(0, 7)
  const { rows } = await sql<{ id: number; ticket_id: number | null; granted_cents: number | null }>`
    select id, ticket_id, granted_cents from validation
    where partner_id = ${partnerId} and undone_at is null
      and at >= ${`${month}-01`}::date - interval '1 day' and to_char(at at time zone time_zone, 'YYYY-MM') = ${month}`.execute(
    db,
  )
  const standing = rows.flatMap(({ ticket_id: ticketId, granted_cents: cents }) =>
    cents === null && ticketId !== null ? [ticketId] : [],
  )
  const takenOff = await readTakenOffNow(db, [...new Set(standing)], now)
  const cents = rows.reduce((sum, row) => sum + (row.granted_cents ?? takenOff.get(row.id) ?? 0), 0)
  return { count: rows.length, cents }
}

const stateConditions: Readonly<Record<ValidationState, ReturnType<typeof sql<boolean>>>> = {
  standing: sql<boolean>`fixed_at is null and undone_at is null`,
  fixed: sql<boolean>`fixed_at is not null`,
  undone: sql<boolean>`undone_at is not null`,
}

type ValidationSearch = StateFilters<ValidationState> & { readonly partner_id: number | null }

/** The text is a ticket's code; the period is that of the giving. */
export function narrowValidations(db: Db, { q, state, partner_id, ...search }: ValidationSearch) {
  let list = db
    .selectFrom('validation')
    .where(isWithin(search, { at: 'validation.at', zone: 'validation.time_zone', lot: 'validation.lot_id' }))
  if (state !== null) list = list.where(stateConditions[state])
  if (partner_id !== null) list = list.where('partner_id', '=', partner_id)
  if (q !== '') list = list.where('ticket_code', '=', q.replaceAll(/\D/g, ''))
  return list
}

export async function findValidationsByIds(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('validation')
    .innerJoin('lot', 'lot.id', 'validation.lot_id')
    .selectAll('validation')
    .select('lot.name as lot')
    .where('validation.id', '=', anyOf(ids))
    .execute()
}

/** The number that the gate printed on the ticket, else its code. */
const printedCode = sql<string>`coalesce(
  (select min(code) from printed_code where printed_code.ticket_code = validation.ticket_code), validation.ticket_code)`

/** Of a shop, newest first. */
export function shopValidations(db: Db, partnerId: number) {
  return db
    .selectFrom('validation')
    .selectAll()
    .select(printedCode.as('code'))
    .where('partner_id', '=', partnerId)
}
