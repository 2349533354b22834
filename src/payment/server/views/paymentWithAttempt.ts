import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db, Schema } from '#db/schema.ts'
import { type Attempt, isSameInstrument, isOriginalSale } from '../attempt/attempts.ts'
import type { Payment } from '../store.ts'

export type DecisiveAttempt = Pick<
  Attempt,
  'n' | 'state' | 'cause' | 'auth_url' | 'shown' | 'card_brand' | 'card_last_digits'
>

export type PaymentWithAttempt = {
  payment: Payment
  attempt: DecisiveAttempt | undefined
  attemptCount: number
  /** Null for a payment that was just opened. */
  lotName: string | null
}

export async function findPaymentWithAttempt(db: Db, token: string): Promise<PaymentWithAttempt | undefined> {
  const row = await selectWithAttempt(db).where('payment.token', '=', token).executeTakeFirst()
  return row && splitRow(row)
}

export async function getPaymentWithAttempt(db: Db, id: number): Promise<PaymentWithAttempt> {
  return splitRow(await selectWithAttempt(db).where('payment.id', '=', id).executeTakeFirstOrThrow())
}

const attemptCountSql = sql<number>`(select count(*) from attempt each where each.payment_id = payment.id
  and ${isSameInstrument(sql.ref('each.payment_type'), sql.ref('payment.payment_type'))})`

function selectWithAttempt(db: Db) {
  return db
    .selectFrom('payment')
    .selectAll('payment')
    .select((eb) => [
      attemptCountSql.as('attemptCount'),
      eb.selectFrom('lot').select('lot.name').whereRef('lot.id', '=', 'payment.lot_id').as('lotName'),
      jsonObjectFrom(
        eb
          .selectFrom('attempt as each')
          .select(['each.n', 'each.state', 'each.cause', 'each.auth_url', 'each.shown'])
          .select(['each.card_brand', 'each.card_last_digits'])
          .whereRef('each.payment_id', '=', 'payment.id')
          .orderBy(byDecisiveness('each'), 'desc')
          .orderBy('each.n', 'desc')
          .limit(1),
      ).as('attempt'),
    ])
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectWithAttempt>['executeTakeFirst']>>>

function splitRow({ attempt, attemptCount, lotName, ...payment }: Row): PaymentWithAttempt {
  return { payment, attemptCount, lotName, attempt: attempt ?? undefined }
}

/** SQL: captured or held first, duplicate sales last. */
export function byDecisiveness(attempt: string): RawBuilder<number> {
  const state = sql.ref(`${attempt}.state`)
  return sql<number>`case when ${state} in ('captured', 'held') then 2 when ${isOriginalSale(attempt)} then 1 else 0 end`
}

/** For a lateral join: the attempt that decides about a payment. */
export function decisiveAttemptJoin(eb: ExpressionBuilder<Schema, 'payment'>) {
  return eb
    .selectFrom('attempt')
    .selectAll('attempt')
    .whereRef('attempt.payment_id', '=', 'payment.id')
    .orderBy(byDecisiveness('attempt'), 'desc')
    .orderBy('attempt.n', 'desc')
    .limit(1)
    .as('sale')
}
