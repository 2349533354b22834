import { jobKind } from '#kit/server/jobs/job.ts'
import * as z from 'zod/mini'
import { notificationTopics } from '#acquirer/acquirer.ts'
import type { Db } from '#db/schema.ts'
import { addMs } from '#kit/clock.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { recheckSoonMs } from '../../limits.ts'

export const recheckSoonKind = jobKind(
  'recheck_soon',
  { lane: 'asking', keptDays: 1 },
  { attemptId: z.number(), since: z.number() },
)

export const acquirerEventKind = jobKind(
  'acquirer_event',
  { lane: 'money', keptDays: 30 },
  {
    acquirer: z.string(),
    reference: z.string(),
    receivedAt: z.string(),
    news: z.optional(z.enum(notificationTopics)),
  },
)

export async function scheduleRecheck(db: Db, attemptId: number, now: Date): Promise<void> {
  const payload = { attemptId, since: now.getTime() }
  const key = `ask-soon-${attemptId}`
  await enqueue(db, recheckSoonKind, payload, { key, now: addMs(now, recheckSoonMs[0]) })
}
