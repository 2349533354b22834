import * as z from 'zod/mini'
import type { Tx } from '#db/schema.ts'
import { minuteMs, plus } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { job, type Reschedule } from '#kit/server/jobs/job.ts'
import { refundById } from '#payment/server/ledger/refunds.ts'
import { lockPayment } from '#payment/server/store.ts'
import type { ContestDeps } from '../deps.ts'
import { type Contest, rereadContest, updateContest, auditContest } from '../store.ts'
import { enqueueContestMail } from './mailContest.ts'

const pollMs = minuteMs

/** Ends an accepted contest when its refund is confirmed; a refused refund goes back to staff. */
export const finishContestJob = job({
  name: 'contest_refund',
  // After the refund, which was enqueued before it.
  lane: 'money',
  keptDays: 30,
  payload: z.object({ contestId: z.number() }),
  run: async ({ db, clock }: ContestDeps, { contestId }): Promise<Reschedule | void> => {
    const now = clock.now()
    const read = await db.selectFrom('contest').selectAll().where('id', '=', contestId).executeTakeFirst()
    if (!read) return
    return transaction(db, async (tx) => {
      await lockPayment(tx, read.payment_id)
      const contest = await rereadContest(tx, contestId)
      if (contest.state !== 'accepted' || contest.refund_id === null) return
      const { state } = await refundById(tx, contest.refund_id)
      if (state === 'asked') return { notBefore: plus(now, pollMs) }
      if (state === 'confirmed') return markDone(tx, contest, now)
      await returnToStaff(tx, contest, now)
    })
  },
})

async function markDone(tx: Tx, { id, state }: Contest, now: Date): Promise<void> {
  await updateContest(tx, id, { state: 'done' })
  const states = { before: { state }, after: { state: 'done' } } as const
  await auditContest(tx, id, { at: now, actor: 'acquirer', action: 'done', ...states })
}

async function returnToStaff(tx: Tx, { id, state }: Contest, now: Date): Promise<void> {
  const open = await updateContest(tx, id, { state: 'open', refund_id: null, refund_cents: 0, rule: null })
  const states = { before: { state }, after: { state: 'open' } } as const
  await auditContest(tx, id, { at: now, actor: 'acquirer', action: 'refund_refused', ...states })
  await enqueueContestMail(tx, open, 'returned', now)
}
