import { type CompiledQuery, sql } from 'kysely'
import type { SaleNews } from '#acquirer/saleEvents.ts'
import type { Db } from '#db/schema.ts'
import { inOneWay } from '#kit/server/db/line/inOneWay.ts'
import { rowInTurn } from '#kit/server/db/locks.ts'
import { compiled } from '#kit/server/prepared.ts'
import { awaitingStates, type PaymentState, stayStates } from '../../paymentState.ts'
import type { Attempt } from '../attempts.ts'
import type { Payment } from '../store.ts'
import { isOneOf } from './inState.ts'
import { isOneOfOurs } from './ours.ts'
import { type PaymentShown, triedAs } from './shown.ts'

/** What an attempt's news meets: everything that `settle` decides by, read once with the payment locked. */
export type Met = {
  payment: Payment
  attempt: Attempt
  /** No later attempt of the payment exists, and we asked for this one; only then does this one's bad news move the payment. */
  current: boolean
  /** The states of other payments of the same stay that were sent for money or keep it. */
  rivals: readonly PaymentState[]
  /** Somebody else stands before the bank's page for the same ticket, or has a code open. */
  othersWait: boolean
  /** How many attempts the payment has had by what this one is paid with, itself among them. */
  tried: number
}

/** Who tells of an attempt. */
export type Told = {
  actor: string
  /** What a notification told, where one asked. */
  news: SaleNews | null
  /** It may be what was booked shortly before, told once more. */
  isRepeat?: boolean
  /** The acquirer has refused the only change of its hold that can be on its way. */
  isRefused?: boolean
  /** The payment as it was read, where somebody has. */
  payment?: Payment
  /** Hears how the payment stands once what is booked is committed, where that is known without another look. */
  ends?: (shown: PaymentShown) => void
}

/** Locks the payment of an attempt and reads what stands around it; `ahead` is asked next. */
export async function meet(db: Db, attemptId: number, ahead: readonly CompiledQuery[] = []): Promise<Met> {
  const [[payment], [met]] = await inOneWay(db, locking(db, { attemptId }), around(db, { attemptId }), ahead)
  if (!payment || !met) throw new Error(`there is no attempt ${attemptId}`)
  rowInTurn('payment', payment.id)
  const { is_last: current, rivals, others_wait: othersWait, tried, ...attempt } = met
  return { payment, attempt, current, rivals, othersWait, tried }
}

const locking = compiled<Of, Payment>((db, value) =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', (eb) =>
      eb.selectFrom('attempt').select('payment_id').where('id', '=', value('attemptId')),
    )
    .forNoKeyUpdate(),
)

const around = compiled<Of, Attempt & Around>((db, value) =>
  db
    .selectFrom('attempt')
    .selectAll('attempt')
    .select([
      sql<boolean>`${isOneOfOurs('attempt')} and not exists (select from attempt later
        where later.payment_id = attempt.payment_id and later.n > attempt.n and ${isOneOfOurs('later')})`.as(
        'is_last',
      ),
      sql<PaymentState[]>`array(select rival.state from payment own join payment rival
          on rival.ticket_id = own.ticket_id and rival.segment_n = own.segment_n and rival.id <> own.id
        where own.id = attempt.payment_id and ${isOneOf(sql`rival.state`, stayStates)})`.as('rivals'),
      sql<boolean>`exists (select from payment own join payment other
          on other.ticket_id = own.ticket_id and other.id <> own.id
        where own.id = attempt.payment_id and ${isOneOf(sql`other.state`, awaitingStates)})`.as(
        'others_wait',
      ),
      triedAs('attempt', sql.ref('attempt.payment_id')).as('tried'),
    ])
    .where('attempt.id', '=', value('attemptId')),
)

type Of = { attemptId: number }
type Around = { is_last: boolean; rivals: PaymentState[]; others_wait: boolean; tried: number }
