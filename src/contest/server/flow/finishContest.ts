import * as z from 'zod/mini'
import { minuteMs, addMs } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { job, type Reschedule } from '#kit/server/jobs/job.ts'
import { getRefund } from '#payment/server/ledger/refunds.ts'
import { lockPayment } from '#payment/server/store.ts'
import type { ContestDeps } from '../deps.ts'
import { changeState, rereadContest } from '../store.ts'
import { enqueueContestMail } from './mailContest.ts'

const pollMs = minuteMs

/** Ends an accepted contest when its refund is confirmed; a refused refund goes back to staff. */
export const finishContestJob = job({
  name: 'contest_refund',
  // Jobs of this lane run in order, so the contest's refund has run before.
  lane: 'money',
  keptDays: 30,
  payload: z.object({ contestId: z.number() }),
  run: async ({ db, clock }: ContestDeps, { contestId }): Promise<Reschedule | void> => {
    const now = clock.now()
    const row = db.selectFrom('contest').select('payment_id').where('id', '=', contestId)
    const found = await row.executeTakeFirst()
    if (!found) return
    return transaction(db, async (tx) => {
      await lockPayment(tx, found.payment_id)
      const contest = await rereadContest(tx, contestId)
      if (contest.state !== 'accepted' || contest.refund_id === null) return
      const { state } = await getRefund(tx, contest.refund_id)
      if (state === 'asked') return { notBefore: addMs(now, pollMs) }
      const by = { at: now, actor: 'acquirer' }
      if (state === 'confirmed') {
        await changeState(tx, contest, { state: 'done' }, { ...by, action: 'done' })
        return
      }
      const change = { state: 'open', refund_id: null, refund_cents: 0, rule: null } as const
      const open = await changeState(tx, contest, change, { ...by, action: 'refund_refused' })
      await enqueueContestMail(tx, open, 'returned', now)
    })
  },
})
