import { sql } from 'kysely'
import type { NotificationTopic } from '#acquirer/saleEvents.ts'
import type { Tx } from '#db/schema.ts'
import { type PaymentState, stayStates } from '../../paymentState.ts'
import { type Attempt, isOriginalSale } from '../attempt/attempts.ts'
import { lockPaymentOf, type Payment } from '../store.ts'
import { isOneOf } from '../views/stateSql.ts'

/** Read once with the payment locked. */
export type SettlementContext = {
  payment: Payment
  attempt: Attempt
  /**
   * The payment's last attempt and no duplicate sale; otherwise a negative outcome does not change the
   * payment.
   */
  current: boolean
  /** States of the stay's other payments, at the acquirer or paid. */
  rivals: readonly PaymentState[]
}

export type OutcomeSource = {
  actor: string
  news: NotificationTopic | null
  /** The webhook may be a repetition. */
  isRepeat?: boolean
  /** The hold's only change that can be under way was refused. */
  isRefused?: boolean
}

/** Locks the payment of an attempt and reads its context. */
export async function loadSettlementContext(tx: Tx, attemptId: number): Promise<SettlementContext> {
  const payment = await lockPaymentOf(tx, attemptId)
  const { is_last: current, ...attempt } = await tx
    .selectFrom('attempt')
    .selectAll('attempt')
    .select([
      sql<boolean>`${isOriginalSale('attempt')} and not exists (select from attempt later
        where later.payment_id = attempt.payment_id and later.n > attempt.n and ${isOriginalSale('later')})`.as(
        'is_last',
      ),
    ])
    .where('attempt.id', '=', attemptId)
    .executeTakeFirstOrThrow()
  return { payment, attempt, current, rivals: await rivalsOf(tx, payment) }
}

const isOfStay = (state: PaymentState) => stayStates.some((one) => one === state)

async function rivalsOf(tx: Tx, payment: Payment): Promise<PaymentState[]> {
  // The index `payment_one_per_stay` allows one payment of a stay in these states.
  if (isOfStay(payment.state)) return []
  const rivals = await tx
    .selectFrom('payment')
    .select('state')
    .where('ticket_id', '=', payment.ticket_id)
    .where('segment_n', '=', payment.segment_n)
    .where('id', '<>', payment.id)
    .where(isOneOf(sql`state`, stayStates))
    .execute()
  return rivals.map(({ state }) => state)
}
