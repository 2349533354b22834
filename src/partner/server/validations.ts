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
  const ofMonth = db
    .selectFrom('validation')
    .where('partner_id', '=', partnerId)
    .where('undone_at', 'is', null).where(sql<boolean>`at >= ${`${month}-01`}::date - interval '1 day'
      and to_char(at at time zone time_zone, 'YYYY-MM') = ${month}`)
  const { count, cents } = await ofMonth
    .select(sql<number>`count(*)::int`.as('count'))
    .select(sql<number>`coalesce(sum(granted_cents), 0)::bigint`.as('cents'))
    .executeTakeFirstOrThrow()
  const standing = await ofMonth.where('granted_cents', 'is', null).select(['id', 'ticket_id']).execute()
  const ticketIds = standing.flatMap(({ ticket_id: ticketId }) => ticketId ?? [])
  const takenOff = await readTakenOffNow(db, ticketIds, now)
  return { count, cents: standing.reduce((sum, { id }) => sum + (takenOff.get(id) ?? 0), cents) }
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
