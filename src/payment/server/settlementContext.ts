import { sql } from 'kysely'
import type { NotificationTopic } from '#acquirer/acquirer.ts'
import type { Tx } from '#db/schema.ts'
import { type PaymentState, stayStates } from '../paymentState.ts'
import { type Attempt, isOriginalSale } from './attempt/attempts.ts'
import { lockPaymentOf, readOtherPaymentStates, type Payment } from './store.ts'

type SettlementContext = {
  payment: Payment
  attempt: Attempt
  /** Only the negative outcome of the payment's newest original sale changes the payment. */
  isLastAttempt: boolean
  /** States of the stay's other payments that exclude this one; empty where this one excludes them. */
  otherPaymentStates: readonly PaymentState[]
}

export type OutcomeSource = {
  actor: string
  news?: NotificationTopic | null
  /** The webhook may be a repetition. */
  isRepeat?: boolean
  /** The hold's only change that can be under way was refused. */
  isRefused?: boolean
}

export type AttemptMoment = { payment: Payment; attempt: Attempt; now: Date }

export type AttemptContext = { payment: Payment; attempt: Attempt; actor: string; now: Date }

export type Settlement = SettlementContext & OutcomeSource & { now: Date }

export async function loadSettlementContext(tx: Tx, attemptId: number): Promise<SettlementContext> {
  const payment = await lockPaymentOf(tx, attemptId)
  const { is_last: isLastAttempt, ...attempt } = await tx
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
  // The index `payment_one_per_stay` allows one payment of a stay in these states.
  const excludesOthers = stayStates.some((one) => one === payment.state)
  const otherPaymentStates = excludesOthers ? [] : await readOtherPaymentStates(tx, payment)
  return { payment, attempt, isLastAttempt, otherPaymentStates }
}
