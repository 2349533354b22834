import type { Notification, Notified } from '#acquirer/acquirer.ts'
import type { Acquirers } from '#acquirer/acquirers.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import type { PaymentDeps } from '../deps.ts'
import { acquirerEventJob } from './readNotification.ts'
import { noticeKey } from './recheck.ts'

/** Throws `not_authentic` where `storeNotification` received nothing. */
export async function receiveNotification(deps: PaymentDeps, notification: Notification) {
  const kept = await storeNotification(deps, notification)
  if (!kept.received) throw fail('not_authentic')
  return kept
}

/** `received` is false if no adapter reads the notification as authentic. */
export async function storeNotification(deps: PaymentDeps, notification: Notification) {
  const read = readByAll(deps.acquirers, notification)
  if (read.length === 0) return { received: false }
  const events = read.flatMap(({ acquirer, references, news }) =>
    references.map((reference) => ({ named: { acquirer, reference }, news })),
  )
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    for (const { named, news } of events) {
      const event = await tx
        .insertInto('acquirer_event')
        .values({ ...named, received_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      const key = noticeKey(event.id)
      await enqueue(tx, acquirerEventJob, { ...named, receivedAt: now.toISOString(), news }, { key, now })
    }
  })
  return { received: true }
}

type Read = { acquirer: string } & Notified

/** A company with adapters for cards and Pix does not say which is meant. */
function readByAll({ all }: Acquirers, notification: Notification): Read[] {
  return Object.entries(all).flatMap(([acquirer, { readNotification }]) => {
    const read = readNotification(notification)
    return read ? [{ acquirer, ...read }] : []
  })
}
