import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { disputeEvents, type EventKind } from '../../caseKinds.ts'

/** Opens the dispute of a sale event; the noun `dispute` runs it. */
export const disputeKind = {
  name: 'dispute',
  lane: 'mail',
  keptDays: 30,
  payload: z.object({ saleEventId: z.number() }),
} as const

/** Enqueues the dispute of a new sale event of such a kind, in the transaction that stores the event. */
export async function enqueueDispute(
  db: Db,
  { id, kind }: { id: number; kind: EventKind },
  now: Date,
): Promise<void> {
  if (!disputeEvents.includes(kind)) return
  await enqueue(db, disputeKind, { saleEventId: id }, { key: `dispute-${id}`, now })
}
