import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { rowInTurn } from '#kit/server/db/locks.ts'
import { type PaymentState, stayStates } from '../../paymentState.ts'
import type { Attempt, Payment } from '../store.ts'

/** What an attempt's news meets: everything that `settle` decides by, read once with the payment locked. */
export type Met = {
  payment: Payment
  attempt: Attempt
  /** No later attempt of the payment exists; only then does this one's bad news move the payment. */
  current: boolean
  /** The states of other payments of the same stay that were sent for money or keep it. */
  rivals: readonly PaymentState[]
}

/** Locks the payment of an attempt. */
export async function lockPaymentOf(db: Db, attemptId: number): Promise<Payment> {
  const payment = await db
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', (eb) => eb.selectFrom('attempt').select('payment_id').where('id', '=', attemptId))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  rowInTurn('payment', payment.id)
  return payment
}

/** Locks the payment of an attempt and reads what stands around it. */
export async function meet(db: Db, attemptId: number): Promise<Met> {
  const payment = await lockPaymentOf(db, attemptId)
  const { is_last: current, rivals, ...attempt } = await around(db, payment, attemptId)
  return { payment, attempt, current, rivals }
}

function around(db: Db, { id, ticket_id: ticketId, segment_n: n }: Payment, attemptId: number) {
  const others = sql`ticket_id = ${ticketId} and id <> ${id}`
  return db
    .selectFrom('attempt')
    .selectAll('attempt')
    .select([
      sql<boolean>`not exists (select from attempt later
        where later.payment_id = attempt.payment_id and later.n > attempt.n)`.as('is_last'),
      sql<PaymentState[]>`array(select state from payment
        where ${others} and segment_n = ${n} and state = any(${[...stayStates]}::text[]))`.as('rivals'),
    ])
    .where('attempt.id', '=', attemptId)
    .executeTakeFirstOrThrow()
}
