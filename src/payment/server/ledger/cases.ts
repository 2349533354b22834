import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { type CaseKind, keptMoneyKinds, isKeptMoneyCase } from '../../caseKinds.ts'
import { alertStaff } from './staffAlerts.ts'

export type NewCase = { paymentId: number; kind: CaseKind; amountCents: number }

export async function openCase(db: Db, found: NewCase, now: Date): Promise<void> {
  const { paymentId, kind, amountCents } = found
  const opened = await db
    .insertInto('review_case')
    .values({ payment_id: paymentId, kind, amount_cents: amountCents, opened_at: now })
    .onConflict((conflict) =>
      conflict.columns(['payment_id', 'kind']).where('closed_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (opened) await alertStaff(db, kind, now)
}

/** `adds`: the amount is added to that of an open case. */
export async function openEventCase(db: Db, found: NewCase, now: Date, adds = true): Promise<void> {
  const { paymentId, kind, amountCents } = found
  const more = adds ? amountCents : 0
  await db
    .insertInto('review_case')
    .values({ payment_id: paymentId, kind, amount_cents: amountCents, opened_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['payment_id', 'kind'])
        .where('closed_at', 'is', null)
        .doUpdateSet({ amount_cents: sql<number>`review_case.amount_cents + ${more}::bigint` }),
    )
    .execute()
  await alertStaff(db, kind, now)
}

export async function openSetupCase(db: Db, of: Omit<NewCase, 'kind'>, now: Date): Promise<void> {
  const kind = 'acquirer_setup'
  const open = openCases(db).select('id').where('kind', '=', kind)
  if (!(await open.limit(1).executeTakeFirst())) return openCase(db, { ...of, kind }, now)
  await alertStaff(db, kind, now)
}

export const openCases = (db: Db) => db.selectFrom('review_case').where('closed_at', 'is', null)

export async function closeCases(db: Db, paymentId: number, kinds: readonly CaseKind[], now: Date) {
  await db
    .updateTable('review_case')
    .set({ closed_at: now })
    .where('payment_id', '=', paymentId)
    .where('kind', 'in', kinds)
    .where('closed_at', 'is', null)
    .execute()
}

/** Subtracts refunded centavos; closes the case at zero. */
export async function reduceKeptMoneyCases(db: Db, paymentId: number, cents: number, now: Date) {
  const isMore = sql<boolean>`amount_cents > ${cents}::bigint`
  await db
    .updateTable('review_case')
    .set({
      amount_cents: sql<number>`case when ${isMore} then amount_cents - ${cents}::bigint else amount_cents end`,
      closed_at: sql<Date | null>`case when ${isMore} then null else ${now}::timestamptz end`,
    })
    .where('payment_id', '=', paymentId)
    .where('kind', 'in', keptMoneyKinds)
    .where('closed_at', 'is', null)
    .execute()
}

/** Oldest first; amounts in centavos. */
export async function listOpenCases(db: Db, paymentId: number) {
  const open = openCases(db).select(['kind', 'amount_cents', 'opened_at'])
  return open.where('payment_id', '=', paymentId).orderBy('id').execute()
}

export async function hasKeptMoneyCase(db: Db, paymentId: number): Promise<boolean> {
  return (await listOpenCases(db, paymentId)).some(({ kind }) => isKeptMoneyCase(kind))
}

export async function isCaseOpen(db: Db, paymentId: number, kind: CaseKind): Promise<boolean> {
  return (await listOpenCases(db, paymentId)).some((one) => one.kind === kind)
}

/** Null where no case of this kind was ever opened for the payment. */
export async function findCaseStatus(db: Db, paymentId: number, kind: CaseKind) {
  const cases = db.selectFrom('review_case').select('closed_at').where('payment_id', '=', paymentId)
  const rows = await cases.where('kind', '=', kind).execute()
  if (rows.length === 0) return null
  return rows.some(({ closed_at: closedAt }) => closedAt === null) ? 'open' : 'closed'
}

export async function countOpenCases(db: Db): Promise<number> {
  const open = openCases(db).select((eb) => eb.fn.countAll<number>().as('count'))
  return (await open.executeTakeFirstOrThrow()).count
}
