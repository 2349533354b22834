import { type RawBuilder, sql } from 'kysely'
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
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('attempt as each')
          .selectAll('each')
          .whereRef('each.payment_id', '=', 'payment.id')
          .orderBy(byDecisiveness('each'), 'desc')
          .orderBy('each.n', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .selectAll('payment')
    .select([
      tried.as('tried'),
      'last.n as last_n',
      'last.state as last_state',
      'last.cause as last_cause',
      'last.auth_url as last_auth_url',
      'last.shown as last_shown',
      'last.card_brand as last_brand',
      'last.card_last_digits as last_digits',
    ])
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirst']>>>

function splitRow({
  last_n: n,
  last_state: state,
  last_cause: cause,
  last_auth_url: auth_url,
  last_shown: shown,
  last_brand: card_brand,
  last_digits: card_last_digits,
  tried,
  ...payment
}: Row): PaymentShown {
  if (n === null || state === null) return { payment, attempt: undefined, tried }
  return { payment, tried, attempt: { n, state, cause, auth_url, shown, card_brand, card_last_digits } }
}

/** SQL: captured or held first, duplicate sales last. */
export function byDecisiveness(attempt: string): RawBuilder<number> {
  const state = sql.ref(`${attempt}.state`)
  return sql<number>`case when ${state} in ('captured', 'held') then 2 when ${isOriginalSale(attempt)} then 1 else 0 end`
}
