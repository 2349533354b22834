import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { type AttemptChange, updateAttempt } from '../attempt/attempts.ts'

/** The job that `jobs/giveBack.ts` does. */
export const reversalKind = {
  name: 'give_back',
  lane: 'money',
  keptDays: 30,
  payload: z.object({ attemptId: z.number() }),
} as const

/** `mark` tells this return of an attempt from an earlier one: without another, it is asked for once. */
type Asked = { now: Date; mark?: string | number }

/**
 * What an attempt took or holds nobody owes (any more): it goes back, by a job of the same commit. `change`: what else is
 * known of it now.
 */
export async function requestReversal(
  db: Db,
  attemptId: number,
  { change = {}, ...asked }: Asked & { change?: AttemptChange },
): Promise<void> {
  await updateAttempt(db, attemptId, { ...change, state: 'giving_back' })
  await requestReversalAgain(db, attemptId, asked)
}

/** The job alone, for an attempt that is `giving_back` already. */
export async function requestReversalAgain(db: Db, attemptId: number, { now, mark }: Asked): Promise<void> {
  const key = ['give-back', attemptId, ...(mark === undefined ? [] : [mark])].join('-')
  await enqueue(db, reversalKind, { attemptId }, { key, now })
}
