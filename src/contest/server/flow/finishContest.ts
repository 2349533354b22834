import * as z from 'zod/mini'
import type { Tx } from '#db/schema.ts'
import { dayMs, minuteMs, addMs } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { job, type Reschedule } from '#kit/server/jobs/job.ts'
import { deniedRefundKind, getRefund } from '#payment/server/ledger/refunds.ts'
import { lockPayment } from '#payment/server/store.ts'
import type { ContestDeps } from '../deps.ts'
import { changeState, type Contest, findContest, newestContest, rereadContest } from '../store.ts'
import { type ContestSettings, readContestSettings } from '../contestSettings.ts'
import { enqueueContestMail } from './mailContest.ts'

const pollMs = minuteMs

/** Ends an accepted contest when its refund is confirmed; a refused refund goes back to staff. */
export const finishContestJob = job({
  name: 'contest_refund',
  // Jobs of this lane run in order, so the contest's refund has run before.
  lane: 'money',
  keptDays: 30,
  payload: z.object({ contestId: z.number() }),
  run: async (deps: ContestDeps, { contestId }): Promise<Reschedule | void> => {
    const now = deps.clock.now()
    return changeContest(deps, { id: contestId }, async (tx, contest, settings) => {
      if (contest.state !== 'accepted' || contest.refund_id === null) return
      const { state } = await getRefund(tx, contest.refund_id)
      if (state === 'asked') return { notBefore: addMs(now, pollMs) }
      if (state === 'refused') return openAgain(tx, contest, settings, now)
      await changeState(tx, contest, { state: 'done' }, { at: now, actor: 'acquirer', action: 'done' })
    })
  },
})

/** Opens a contest again whose confirmed refund was denied, unless the payment has a newer one. */
export const reopenContestJob = job({
  ...deniedRefundKind,
  run: async (deps: ContestDeps, { refundId }) => {
    const now = deps.clock.now()
    await changeContest(deps, { refund_id: refundId }, async (tx, contest, settings) => {
      const newest = await newestContest(tx, contest.payment_id)
      if (contest.state === 'done' && newest?.id === contest.id) await openAgain(tx, contest, settings, now)
    })
  },
})

type Change<T> = (tx: Tx, contest: Contest, settings: ContestSettings) => Promise<T>

/** Locks the payment; does nothing without a contest. */
async function changeContest<T>(
  { db }: Pick<ContestDeps, 'db'>,
  key: { id: number } | { refund_id: number },
  change: Change<T>,
): Promise<T | void> {
  const settings = await readContestSettings(db)
  const found = await findContest(db, key)
  if (!found) return
  return transaction(db, async (tx) => {
    await lockPayment(tx, found.payment_id)
    return change(tx, await rereadContest(tx, found.id), settings)
  })
}

/** The refused refund stays named, so that the driver is told. */
async function openAgain(
  tx: Tx,
  contest: Contest,
  { answerDays }: ContestSettings,
  now: Date,
): Promise<void> {
  const answer_by_at = addMs(now, answerDays * dayMs)
  const change = { state: 'open', refund_cents: 0, rule: null, answer_by_at } as const
  const by = { at: now, actor: 'acquirer', action: 'refund_refused' } as const
  const open = await changeState(tx, contest, change, by)
  await enqueueContestMail(tx, open, 'returned', now)
}
