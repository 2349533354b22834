import * as z from 'zod/mini'
import { notificationTopics } from '#acquirer/saleEvents.ts'
import type { Db } from '#db/schema.ts'
import { plus } from '#kit/clock.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { recheckSoonMs } from '../../limits.ts'

/** The job that `jobs/scheduleRecheck.ts` does: it settles, and settling writes it. */
export const recheckSoonKind = {
  name: 'ask_soon',
  lane: 'asking',
  keptDays: 1,
  /** `since`: when the outcome became unknown, in ms since 1970. */
  payload: z.object({ attemptId: z.number(), since: z.number() }),
} as const

/** The job that `jobs/lookAtNotification.ts` does: a notification writes it, and settling, of sales that it comes across. */
export const acquirerEventKind = {
  name: 'acquirer_event',
  lane: 'money',
  keptDays: 30,
  /** Jobs of earlier releases name no acquirer, and not when the notification came, nor what it told. */
  payload: z.object({
    acquirer: z.optional(z.string()),
    reference: z.string(),
    receivedAt: z.optional(z.string()),
    news: z.optional(z.enum(notificationTopics)),
  }),
} as const

/** An attempt's outcome has just become unknown: somebody waits at the screen, so it is asked about soon and often. */
export async function scheduleRecheck(db: Db, attemptId: number, now: Date): Promise<void> {
  const payload = { attemptId, since: now.getTime() }
  await enqueue(db, recheckSoonKind, payload, {
    key: `ask-soon-${attemptId}`,
    now: plus(now, recheckSoonMs[0]),
  })
}
