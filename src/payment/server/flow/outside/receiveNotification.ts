import type { Notification } from '#acquirer/acquirer.ts'
import type { Acquirers } from '#acquirer/acquirers.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import type { PaymentDeps } from '../../deps.ts'
import { acquirerEventJob } from '../../jobs/lookAtNotification.ts'

/**
 * Stores the acquirer's notification, a row and a job for each sale it names; nothing in it is believed. Throws
 * `not_authentic`. A notification about an unknown sale is stored and answered like any other.
 */
export async function receiveNotification(
  deps: PaymentDeps,
  notification: Notification,
): Promise<{ received: boolean }> {
  const read = readByAny(deps.acquirers, notification)
  if (!read) throw fail('not_authentic')
  const now = deps.clock.now()
  const { acquirer, references } = read
  await transaction(deps.db, async (db) => {
    for (const reference of references) {
      const named = { acquirer, reference }
      const event = await db
        .insertInto('acquirer_event')
        .values({ ...named, received_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      const key = `acquirer-event-${event.id}`
      await enqueue(db, acquirerEventJob, { ...named, receivedAt: now.toISOString() }, { key, now })
    }
  })
  deps.kick()
  return { received: true }
}

/** Reads a notification as the acquirer that it proves to come from; null when it is nobody's. */
function readByAny(
  { all }: Acquirers,
  notification: Notification,
): { acquirer: string; references: readonly string[] } | null {
  for (const [acquirer, { readNotification }] of Object.entries(all)) {
    const read = readNotification(notification)
    if (read) return { acquirer, references: read.references }
  }
  return null
}
