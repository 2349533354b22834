import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import type { PaymentDeps } from '../deps.ts'
import { acquirerEventJob } from '../jobs/lookAtNotification.ts'

/**
 * Stores the acquirer's notification and a job to look at it; nothing in it is believed. Throws
 * `not_authentic`. A notification about an unknown sale is stored and answered like any other.
 */
export async function receiveNotification(
  deps: PaymentDeps,
  headers: Readonly<Record<string, string | undefined>>,
  body: unknown,
): Promise<{ received: boolean }> {
  const notification = deps.acquirer.readNotification(headers, body)
  if (!notification) throw fail('not_authentic')
  const now = deps.clock.now()
  await transaction(deps.db, async (db) => {
    const event = await db
      .insertInto('acquirer_event')
      .values({ reference: notification.reference, received_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { reference } = notification
    await enqueue(db, acquirerEventJob, { reference }, { key: `acquirer-event-${event.id}`, now })
  })
  deps.kick()
  return { received: true }
}
