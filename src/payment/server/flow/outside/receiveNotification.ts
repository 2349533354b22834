import * as z from 'zod/mini'
import type { Acquirers } from '#acquirer/acquirers.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import type { PaymentDeps } from '../../deps.ts'
import { attemptByReference } from '../../store.ts'
import { askAcquirer } from '../../settle/askAcquirer.ts'

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
    await enqueue(db, { kind: 'acquirer_event', key, payload: notification, runAt: now })
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

/** Jobs of earlier releases name no acquirer. */
const payloadSchema = z.object({ acquirer: z.optional(z.string()), reference: z.string() })

/** Job: asks the acquirer about the sale that a notification named. Throws without an answer: the queue asks again. */
export async function lookAtNotification(deps: PaymentDeps, payload: unknown): Promise<void> {
  const { acquirer = deps.acquirers.unnamed, reference } = z.parse(payloadSchema, payload)
  const attempt = await attemptByReference(deps.db, { acquirer, reference })
  // A sale whose answer we have not stored yet is found by the janitor through its order key.
  if (!attempt) return
  const outcome = await askAcquirer(deps, attempt, 'webhook')
  if (outcome.outcome === 'unknown') throw new Error(`no answer about the sale of attempt ${attempt.id}`)
}
