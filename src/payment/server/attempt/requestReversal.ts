import { jobKind } from '#kit/server/jobs/job.ts'
import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { type AttemptChange, updateAttempt } from './attempts.ts'

export const reversalKind = jobKind('give_back', { lane: 'money', keptDays: 30 }, { attemptId: z.number() })

/** `keySuffix` distinguishes repeated reversals of one attempt. */
type ReversalRequest = { now: Date; keySuffix?: string | number }
type Reversal = ReversalRequest & { change?: AttemptChange }

export async function requestReversal(db: Db, attemptId: number, request: Reversal) {
  await updateAttempt(db, attemptId, { ...request.change, state: 'giving_back' })
  await requestReversalAgain(db, attemptId, request)
}

export async function requestReversalAgain(db: Db, attemptId: number, { now, keySuffix }: ReversalRequest) {
  const key = ['give-back', attemptId, ...(keySuffix === undefined ? [] : [keySuffix])].join('-')
  await enqueue(db, reversalKind, { attemptId }, { key, now })
}
