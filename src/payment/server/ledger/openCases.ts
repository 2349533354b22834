import type { Db } from '#db/schema.ts'
import { type CaseKind, isKept } from '../../caseKinds.ts'
import { closeCases } from './cases.ts'

/** Oldest first; amounts in centavos. */
export async function openCasesOf(db: Db, paymentId: number) {
  return db
    .selectFrom('review_case')
    .select(['kind', 'amount_cents', 'opened_at'])
    .where('payment_id', '=', paymentId)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute()
}

export async function isKeptInDoubt(db: Db, paymentId: number): Promise<boolean> {
  return (await openCasesOf(db, paymentId)).some(({ kind }) => isKept(kind))
}

export async function isCaseOpen(db: Db, paymentId: number, kind: CaseKind): Promise<boolean> {
  return (await openCasesOf(db, paymentId)).some((one) => one.kind === kind)
}

/** Null where no case of this kind was ever opened for the payment. */
export async function caseStatus(
  db: Db,
  paymentId: number,
  kind: CaseKind,
): Promise<'open' | 'closed' | null> {
  const cases = db.selectFrom('review_case').select('closed_at').where('payment_id', '=', paymentId)
  const rows = await cases.where('kind', '=', kind).execute()
  if (rows.length === 0) return null
  return rows.some(({ closed_at: closedAt }) => closedAt === null) ? 'open' : 'closed'
}

export async function countOpenCases(db: Db): Promise<number> {
  const open = db.selectFrom('review_case').select((eb) => eb.fn.countAll<number>().as('count'))
  return (await open.where('closed_at', 'is', null).executeTakeFirstOrThrow()).count
}

export async function closeCase(db: Db, paymentId: number, kind: CaseKind, now: Date): Promise<void> {
  await closeCases(db, paymentId, [kind], now)
}
