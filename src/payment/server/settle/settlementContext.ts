import { sql } from 'kysely'
import type { NotificationTopic } from '#acquirer/saleEvents.ts'
import type { Tx } from '#db/schema.ts'
import { type PaymentState, stayStates } from '../../paymentState.ts'
import type { Attempt } from '../attempt/attempts.ts'
import { lockPayment, type Payment } from '../store.ts'
import { isOneOf } from '../views/inState.ts'
import { isOriginalSale } from '../views/ours.ts'
import { triedAs } from '../views/shown.ts'

/** What an attempt's news meets: everything that `settle` decides by, read once with the payment locked. */
export type SettlementContext = {
  payment: Payment
  attempt: Attempt
  /** No later attempt of the payment exists, and we asked for this one; only then does this one's bad news move the payment. */
  current: boolean
  /** The states of other payments of the same stay that were sent for money or keep it. */
  rivals: readonly PaymentState[]
  /** How many attempts the payment has had by what this one is paid with, itself among them. */
  tried: number
}

/** Who tells of an attempt. */
export type OutcomeSource = {
  actor: string
  /** What a notification told, where one asked. */
  news: NotificationTopic | null
  /** It may be what was booked shortly before, told once more. */
  isRepeat?: boolean
  /** The acquirer has refused the only change of its hold that can be on its way. */
  isRefused?: boolean
}

/** Locks the payment of an attempt and reads what `settle` decides by. */
export async function loadSettlementContext(tx: Tx, attemptId: number): Promise<SettlementContext> {
  const { payment_id: paymentId } = await tx
    .selectFrom('attempt')
    .select('payment_id')
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow()
  const payment = await lockPayment(tx, paymentId)
  const {
    is_last: current,
    tried,
    ...attempt
  } = await tx
    .selectFrom('attempt')
    .selectAll('attempt')
    .select([
      sql<boolean>`${isOriginalSale('attempt')} and not exists (select from attempt later
        where later.payment_id = attempt.payment_id and later.n > attempt.n and ${isOriginalSale('later')})`.as(
        'is_last',
      ),
      triedAs('attempt', sql.ref('attempt.payment_id')).as('tried'),
    ])
    .where('attempt.id', '=', attemptId)
    .executeTakeFirstOrThrow()
  return { payment, attempt, current, rivals: await rivalsOf(tx, payment), tried }
}

async function rivalsOf(tx: Tx, payment: Payment): Promise<PaymentState[]> {
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
