import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { disputeEvents, type EventKind } from '../../caseKinds.ts'

export const disputeKind = {
  name: 'dispute',
  lane: 'mail',
  keptDays: 30,
  payload: z.object({ saleEventId: z.number() }),
} as const

export async function enqueueDispute(
  db: Db,
  { id, kind }: { id: number; kind: EventKind },
  now: Date,
): Promise<void> {
  if (!disputeEvents.includes(kind)) return
  await enqueue(db, disputeKind, { saleEventId: id }, { key: `dispute-${id}`, now })
}
