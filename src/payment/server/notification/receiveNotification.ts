import type { NotificationRequest, ParsedNotification } from '#acquirer/acquirer.ts'
import type { Acquirers } from '#acquirer/acquirers.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import type { PaymentDeps } from '../deps.ts'
import { acquirerEventJob } from './readNotification.ts'
import { acquirerEventKey } from './recheck.ts'

/** Throws `not_authentic` where `storeNotification` received nothing. */
export async function receiveNotification(deps: PaymentDeps, notification: NotificationRequest) {
  const kept = await storeNotification(deps, notification)
  if (!kept.received) throw fail('not_authentic')
  return kept
}

/** `received` is false if no adapter reads the notification as authentic. */
export async function storeNotification(deps: PaymentDeps, notification: NotificationRequest) {
  const read = readByAllAcquirers(deps.acquirers, notification)
  if (read.length === 0) return { received: false }
  const events = read.flatMap(({ acquirer, references, topic }) =>
    references.map((reference) => ({ named: { acquirer, reference }, news: topic })),
  )
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    for (const { named, news } of events) {
      const event = await tx
        .insertInto('acquirer_event')
        .values({ ...named, received_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      const key = acquirerEventKey(event.id)
      await enqueue(tx, acquirerEventJob, { ...named, receivedAt: now.toISOString(), news }, { key, now })
    }
  })
  return { received: true }
}

type ReadNotification = { acquirer: string } & ParsedNotification

/** A webhook may be meant for several adapters of its company. */
function readByAllAcquirers({ all }: Acquirers, notification: NotificationRequest): ReadNotification[] {
  return Object.entries(all).flatMap(([acquirer, { readNotification }]) => {
    const read = readNotification(notification)
    return read ? [{ acquirer, ...read }] : []
  })
}
