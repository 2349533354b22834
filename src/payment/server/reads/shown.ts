import type { Db } from '#db/schema.ts'
import type { Attempt, Payment } from '../store.ts'

/** What is shown of a payment's last attempt. */
export type LastAttempt = Pick<
  Attempt,
  'n' | 'state' | 'cause' | 'auth_url' | 'shown' | 'card_brand' | 'card_last_digits'
>

/** A payment with what is shown of its last attempt. */
export type PaymentShown = { payment: Payment; attempt: LastAttempt | undefined }

export async function shownByToken(db: Db, token: string): Promise<PaymentShown | undefined> {
  const row = await shown(db).where('payment.token', '=', token).executeTakeFirst()
  return row && apart(row)
}

export async function shownById(db: Db, id: number): Promise<PaymentShown> {
  return apart(await shown(db).where('payment.id', '=', id).executeTakeFirstOrThrow())
}

function shown(db: Db) {
  return db
    .selectFrom('payment')
    .leftJoin('attempt as last', (join) =>
      join.onRef('last.payment_id', '=', 'payment.id').on('last.n', '=', (eb) =>
        eb
          .selectFrom('attempt as any')
          .select((eb) => eb.fn.max('any.n').as('n'))
          .whereRef('any.payment_id', '=', 'payment.id'),
      ),
    )
    .selectAll('payment')
    .select([
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

function apart({
  last_n: n,
  last_state: state,
  last_cause: cause,
  last_auth_url: auth_url,
  last_shown: shown,
  last_brand: card_brand,
  last_digits: card_last_digits,
  ...payment
}: Row): PaymentShown {
  if (n === null || state === null) return { payment, attempt: undefined }
  return { payment, attempt: { n, state, cause, auth_url, shown, card_brand, card_last_digits } }
}
