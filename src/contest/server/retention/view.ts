import type { Db } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import type { OwnContest } from '../../contract.ts'
import { contests } from '../store.ts'

/** Newest first (LGPD art. 18). */
export async function ownContests(db: Db, userId: number): Promise<OwnContest[]> {
  const rows = await contests(db)
    .where('payment.user_id', '=', userId)
    .orderBy('contest.id', 'desc')
    .execute()
  return rows.map((row) => ({
    ws_token: row.token,
    ticket_code: row.ticket_code,
    reason: row.reason,
    state: row.state,
    opened_at: isoIn(row.time_zone, row.opened_at),
    text: row.text,
    reopened_text: row.reopened_text,
    email: row.email,
    answer: row.answer,
    time_zone: row.time_zone,
  }))
}
