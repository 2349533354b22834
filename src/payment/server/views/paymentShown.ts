import { type RawBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '#db/schema.ts'
import { type Attempt, sameMeans, isOriginalSale } from '../attempt/attempts.ts'
import type { Payment } from '../store.ts'

export type LastAttempt = Pick<
  Attempt,
  'n' | 'state' | 'cause' | 'auth_url' | 'shown' | 'card_brand' | 'card_last_digits'
>

export type PaymentShown = { payment: Payment; attempt: LastAttempt | undefined; tried: number }

export async function shownByToken(db: Db, token: string): Promise<PaymentShown | undefined> {
  const row = await shown(db).where('payment.token', '=', token).executeTakeFirst()
  return row && splitRow(row)
}

export async function shownById(db: Db, id: number): Promise<PaymentShown> {
  return splitRow(await shown(db).where('payment.id', '=', id).executeTakeFirstOrThrow())
}

const tried = sql<number>`(select count(*) from attempt each where each.payment_id = payment.id
  and ${sameMeans(sql.ref('each.payment_type'), sql.ref('payment.payment_type'))})`

function shown(db: Db) {
  return db
    .selectFrom('payment')
    .selectAll('payment')
    .select((eb) => [
      tried.as('tried'),
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

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirst']>>>

function splitRow({ attempt, tried, ...payment }: Row): PaymentShown {
  return { payment, tried, attempt: attempt ?? undefined }
}

/** SQL: captured or held first, duplicate sales last. */
export function byDecisiveness(attempt: string): RawBuilder<number> {
  const state = sql.ref(`${attempt}.state`)
  return sql<number>`case when ${state} in ('captured', 'held') then 2 when ${isOriginalSale(attempt)} then 1 else 0 end`
}
