import * as z from 'zod/mini'
import { job } from '#kit/server/jobs/job.ts'
import type { PaymentDeps } from '../deps.ts'
import { askAcquirer } from '../settle/askAcquirer.ts'
import { attemptByReference } from '../store.ts'

/** Job: asks the acquirer about the sale that a notification named. Throws without an answer: the queue asks again. */
export const acquirerEventJob = job({
  name: 'acquirer_event',
  lane: 'money',
  keptDays: 30,
  /** Jobs of earlier releases name no acquirer. */
  payload: z.object({ acquirer: z.optional(z.string()), reference: z.string() }),
  run: async (deps: PaymentDeps, { acquirer = deps.acquirers.unnamed, reference }) => {
    const attempt = await attemptByReference(deps.db, { acquirer, reference })
    // A sale whose answer we have not stored yet is found by the janitor through its order key.
    if (!attempt) return
    const outcome = await askAcquirer(deps, attempt, 'webhook')
    if (outcome.outcome === 'unknown') throw new Error(`no answer about the sale of attempt ${attempt.id}`)
  },
})
