import * as z from 'zod/mini'
import type { Tx } from '#db/schema.ts'
import { job } from '#kit/server/jobs/job.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { type Ending, finishEnding, recordEnding } from './endHold.ts'
import type { Payment } from '../../server/store.ts'

/** Job: ends a hold whose ending was recorded at a gate or by a sweep. The janitor repeats what failed. */
export const endHoldJob = job({
  name: 'end_hold',
  lane: 'money',
  keptDays: 30,
  payload: z.object({ paymentId: z.number() }),
  run: async (deps: PaymentDeps, { paymentId }) => {
    await finishEnding(deps, paymentId, { actor: 'acquirer', isFirst: false })
  },
})

/** As `recordEnding`, and a job asks the acquirer: for gates and sweeps, which cannot wait for a bank. */
export async function recordEndingForJob(
  db: Tx,
  deps: Pick<PaymentDeps, 'timing'>,
  payment: Payment,
  ending: Ending & { now: Date },
): Promise<void> {
  if (!(await recordEnding(db, deps, payment, ending))) return
  const key = `end-hold-${payment.id}-${ending.now.getTime()}`
  await enqueue(db, endHoldJob, { paymentId: payment.id }, { key, now: ending.now })
}
