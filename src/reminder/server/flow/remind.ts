import * as z from 'zod/mini'
import { addMs, isoIn, minuteMs } from '#kit/clock.ts'
import { job, type Reschedule } from '#kit/server/jobs/job.ts'
import { openSealed } from '#kit/server/seal.ts'
import { getPayment, type Payment } from '#payment/server/store.ts'
import { formatProtocol } from '#payment/texts.ts'
import { type Subscription, subscription } from '../../subscription.ts'
import type { ReminderDeps } from '../deps.ts'
import { type PushOutcome, sendPush } from '../push/sendPush.ts'
import { type DueReminder, expiryOf, reminderOf } from '../reminderOf.ts'
import { deleteReminder, findReminder, type StoredReminder, updateReminder } from '../store.ts'

/** Deadlines move both ways, so each is read again after this time. */
const lookAgainMs = 5 * minuteMs
const retryMs = 15_000

/** Runs until the row expires, the car leaves, the money goes back or the device is gone. */
async function remind(deps: ReminderDeps, reminderId: number): Promise<Reschedule | void> {
  const { db, clock } = deps
  const now = clock.now()
  const kept = await findReminder(db, reminderId)
  if (!kept) return
  const payment = await getPayment(db, kept.payment_id)
  const reminder = await reminderOf(deps, payment, now)
  if (reminder === 'over') return deleteReminder(db, reminderId)
  const expiresAt = reminder === null ? kept.expires_at : expiryOf(reminder)
  if (expiresAt <= now) return deleteReminder(db, reminderId)
  if (expiresAt.getTime() !== kept.expires_at.getTime())
    await updateReminder(db, reminderId, { expires_at: expiresAt })
  const later = earliest(expiresAt, addMs(now, lookAgainMs))
  if (reminder === null || isReminded(kept, reminder) || now >= reminder.before) return { notBefore: later }
  if (now < reminder.at) return { notBefore: earliest(later, reminder.at) }
  const outcome = await push(deps, kept, { payment, reminder, now })
  if (outcome === 'gone') return deleteReminder(db, reminderId)
  if (outcome === 'later') return { notBefore: earliest(later, addMs(now, retryMs)) }
  await updateReminder(db, reminderId, { reminded_until_at: reminder.until })
  return { notBefore: later }
}

function isReminded({ reminded_until_at: until }: StoredReminder, reminder: DueReminder): boolean {
  return until?.getTime() === reminder.until.getTime()
}

function earliest(...instants: readonly Date[]): Date {
  return new Date(Math.min(...instants.map((at) => at.getTime())))
}

const wireName = { leave: 'exit', arrive: 'arrive' } as const

async function push(
  deps: ReminderDeps,
  kept: StoredReminder,
  { payment, reminder, now }: { payment: Payment; reminder: DueReminder; now: Date },
): Promise<PushOutcome> {
  const device = openDevice(deps, kept)
  if (device === null) return 'gone'
  const topic = formatProtocol(payment)
  const until = isoIn(payment.time_zone, reminder.until)
  return sendPush(deps, device, {
    text: JSON.stringify({ t: wireName[reminder.to], until, p: topic }),
    topic,
    now,
  })
}

/** Null when the key that sealed it was taken away. */
function openDevice({ cardKeys, log }: ReminderDeps, kept: StoredReminder): Subscription | null {
  const { endpoint_hash: owner, sealed, key_id: keyId } = kept
  try {
    return z.parse(subscription, JSON.parse(openSealed(cardKeys, owner, { text: sealed, keyId })))
  } catch (error) {
    log.warn({ err: error, reminder: kept.id }, 'a reminder cannot be opened')
    return null
  }
}

export const remindJob = job({
  name: 'remind',
  lane: 'push',
  keptDays: 0,
  payload: z.object({ reminderId: z.number() }),
  run: (deps: ReminderDeps, { reminderId }) => remind(deps, reminderId),
})
