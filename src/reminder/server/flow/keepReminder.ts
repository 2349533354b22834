import { createECDH } from 'node:crypto'
import { isoIn } from '#kit/clock.ts'
import { fail, invalid } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { seal } from '#kit/server/seal.ts'
import { hashToken } from '#kit/server/secrets.ts'
import { type Bearer, getPaymentOfBearer } from '#payment/server/bearer.ts'
import { type Subscription, unusableDevice } from '../../subscription.ts'
import type { ReminderDeps } from '../deps.ts'
import { pushAddress } from '../push/pushAddress.ts'
import { curve } from '../push/pushKey.ts'
import { expiryOf, reminderOf } from '../reminderOf.ts'
import { deleteOlderReminders, deleteRemindersOf, upsertReminder } from '../store.ts'
import { remindJob } from './remind.ts'

/** More phones than a car has passengers need no reminder. */
const maxDevices = 5

/** Throws `not_found`, `nothing_to_remind`, and 422 for an address that is not called. */
export async function keepReminder(
  deps: ReminderDeps,
  by: Bearer,
  subscription: Subscription,
): Promise<{ at: string; until: string }> {
  if (deps.push.key === null) throw fail('not_found')
  const address = pushAddress(subscription.endpoint, deps.push.hosts)
  if (address === null || !isOnCurve(subscription.keys.p256dh)) throw invalid(unusableDevice)
  const now = deps.clock.now()
  const payment = await getPaymentOfBearer(deps.db, by)
  const reminder = await reminderOf(deps, payment, now)
  if (reminder === null || reminder === 'over' || now >= reminder.before) throw fail('nothing_to_remind')
  const endpointHash = hashToken(address.href)
  const sealed = seal(
    deps.cardKeys,
    endpointHash,
    JSON.stringify({ ...subscription, endpoint: address.href }),
  )
  await transaction(deps.db, async (tx) => {
    const row = { paymentId: payment.id, endpointHash, sealed, expiresAt: expiryOf(reminder), now }
    const reminderId = await upsertReminder(tx, row)
    await deleteOlderReminders(tx, payment.id, maxDevices)
    await enqueue(tx, remindJob, { reminderId }, { key: `remind-${reminderId}`, now })
  })
  const wire = (at: Date) => isoIn(payment.time_zone, at)
  return { at: wire(reminder.at > now ? reminder.at : now), until: wire(reminder.until) }
}

function isOnCurve(p256dh: string): boolean {
  const pair = createECDH(curve)
  pair.generateKeys()
  try {
    pair.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}

/** Throws `not_found`. */
export async function forgetReminder(
  deps: Pick<ReminderDeps, 'db'>,
  by: Bearer,
  endpoint: string | undefined,
): Promise<boolean> {
  const payment = await getPaymentOfBearer(deps.db, by)
  const hash = endpoint === undefined ? undefined : hashToken(hrefOf(endpoint))
  return (await deleteRemindersOf(deps.db, payment.id, hash)) > 0
}

function hrefOf(endpoint: string): string {
  return URL.canParse(endpoint) ? new URL(endpoint).href : endpoint
}
