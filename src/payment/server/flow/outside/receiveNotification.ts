import type { Acquirers } from '#acquirer/acquirers.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import type { PaymentDeps } from '../../deps.ts'
import { acquirerEventJob } from '../../jobs/lookAtNotification.ts'

/**
 * Stores the acquirer's notification and a job to look at it; nothing in it is believed. Throws
 * `not_authentic`. A notification about an unknown sale is stored and answered like any other.
 */
export async function receiveNotification(
  deps: PaymentDeps,
  headers: Readonly<Record<string, string | undefined>>,
  body: unknown,
): Promise<{ received: boolean }> {
  const notification = readByAny(deps.acquirers, headers, body)
  if (!notification) throw fail('not_authentic')
  const now = deps.clock.now()
  await transaction(deps.db, async (db) => {
    const event = await db
      .insertInto('acquirer_event')
      .values({ ...notification, received_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const key = `acquirer-event-${event.id}`
    await enqueue(db, acquirerEventJob, { ...notification, receivedAt: now.toISOString() }, { key, now })
  })
  deps.kick()
  return { received: true }
}

/** Reads a notification as the acquirer that it proves to come from; null when it is nobody's. */
function readByAny(
  { all }: Acquirers,
  headers: Readonly<Record<string, string | undefined>>,
  body: unknown,
): { acquirer: string; reference: string } | null {
  for (const [acquirer, { readNotification }] of Object.entries(all)) {
    const read = readNotification(headers, body)
    if (read) return { acquirer, reference: read.reference }
  }
  return null
}
