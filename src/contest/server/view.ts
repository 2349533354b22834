import type { Db } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import { wireMoney } from '#kit/money.ts'
import type { Payment } from '#payment/server/store.ts'
import { formatProtocol } from '#payment/texts.ts'
import type { UserContest, WireContest } from '../contract.ts'
import { isRefundRefused, isReopenable, refusedRefundText } from '../states.ts'
import { type Contest, contests } from './store.ts'

type ContestedPayment = Pick<Payment, 'id' | 'time_zone'>

export function wireContest(row: Contest, payment: ContestedPayment, now: Date): WireContest {
  const isAnswered = row.state === 'accepted' || row.state === 'declined' || row.state === 'done'
  return {
    protocol: formatProtocol(payment),
    state: row.state,
    reason: row.reason,
    answer_by: isoIn(payment.time_zone, row.answer_by_at),
    answer: isAnswered ? row.answer : isRefundRefused(row) ? refusedRefundText : null,
    refunded: isAnswered && row.refund_cents > 0 ? wireMoney(row.refund_cents) : null,
    can_reopen: isReopenable(row, now),
  }
}

/** Newest first (LGPD art. 18). */
export async function contestsOfUser(db: Db, userId: number): Promise<UserContest[]> {
  const rows = await contests(db)
    .where('payment.user_id', '=', userId)
    .orderBy('contest.id', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    ws_token: row.token,
    opened_at: isoIn(row.time_zone, row.opened_at),
  }))
}
