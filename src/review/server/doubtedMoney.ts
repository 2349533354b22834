import { sql } from 'kysely'
import type { Db, Tx } from '#db/schema.ts'
import { keptMoneyKinds } from '#payment/caseKinds.ts'
import type { Payable } from '#payment/server/payable.ts'
import type { Payment } from '#payment/server/store.ts'
import { keptCents } from '#payment/server/ledger/paymentMoney.ts'

type OpenCase = { readonly kind: string; readonly amount_cents: number }
type Now = { readonly overCents: number; readonly keptCents: number }

/** What a case is about now: for `paid_twice` what is over of the stay, whatever it was when the case opened. */
export function caseCentsNow({ kind, amount_cents }: OpenCase, { overCents, keptCents }: Now): number {
  return kind === 'paid_twice' ? Math.min(overCents, keptCents) : amount_cents
}

/** What the open cases about kept money would return now. */
export function doubtedCents(cases: readonly OpenCase[], now: Now): number {
  const kinds: readonly string[] = keptMoneyKinds
  const doubted = cases.filter(({ kind }) => kinds.includes(kind))
  return Math.min(
    now.keptCents,
    doubted.reduce((sum, one) => sum + caseCentsNow(one, now), 0),
  )
}

async function readKeptCents(db: Db, paymentId: number): Promise<number> {
  const payment = db.selectFrom('payment').select(sql<number>`coalesce(${keptCents}, 0)`.as('cents'))
  return (await payment.where('id', '=', paymentId).executeTakeFirstOrThrow()).cents
}

type ListedCase = {
  readonly id: number
  readonly case_kind: string | null
  readonly case_cents: number | null
}

/** Payments of a list with what their cases are about now. */
export async function withCasesOfNow<Row extends ListedCase>(
  db: Db,
  subject: Payable,
  { rows, now }: { rows: readonly Row[]; now: Date },
): Promise<Row[]> {
  const read = rows.map(async (row) => {
    if (row.case_kind !== 'paid_twice') return row
    const overCents = await subject.readOver(db, row, now)
    return { ...row, case_cents: Math.min(overCents, await readKeptCents(db, row.id)) }
  })
  return Promise.all(read)
}

/** Closes the cases about kept money; what they are about now is not over any more. */
export async function acceptKeptMoney(tx: Tx, subject: Payable, payment: Payment, now: Date): Promise<void> {
  const overCents = await subject.lockOver(tx, payment, now)
  const known = { overCents, keptCents: await readKeptCents(tx, payment.id) }
  const open = await tx
    .selectFrom('review_case')
    .select(['id', 'kind', 'amount_cents'])
    .where('payment_id', '=', payment.id)
    .where('kind', 'in', keptMoneyKinds)
    .where('closed_at', 'is', null)
    .execute()
  for (const one of open) {
    const accepted_cents = caseCentsNow(one, known)
    await tx
      .updateTable('review_case')
      .set({ closed_at: now, accepted_cents })
      .where('id', '=', one.id)
      .execute()
  }
}

/** Closes the cases of stays that ended with nothing over. */
export async function closeCasesWithoutExcess(db: Db, subject: Payable, now: Date): Promise<void> {
  const open = await db
    .selectFrom('review_case')
    .innerJoin('paid_segment', 'paid_segment.payment_id', 'review_case.payment_id')
    .innerJoin('ticket', 'ticket.id', 'paid_segment.ticket_id')
    .select(['review_case.id', 'review_case.payment_id'])
    .where('review_case.kind', '=', 'paid_twice')
    .where('review_case.closed_at', 'is', null)
    .where('ticket.exited_at', 'is not', null)
    .execute()
  for (const { id, payment_id } of open) {
    if ((await subject.readOver(db, { id: payment_id }, now)) === 0)
      await db.updateTable('review_case').set({ closed_at: now }).where('id', '=', id).execute()
  }
}
