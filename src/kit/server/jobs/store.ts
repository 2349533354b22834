import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { writeLater } from '../db/bundle.ts'
import { isFree, leaseFor } from '../db/leases.ts'

export type Claimed = { id: number; kind: string; payload: unknown; tries: number }

/**
 * `enqueue(db, receiptJob, payload, { key, now })` writes a job in the caller's transaction. One with the same `key` is
 * written once; the second is silently the first.
 */
export async function enqueue<const Payload extends z.ZodMiniType<object>>(
  db: Db,
  job: { readonly name: string; readonly payload: Payload },
  payload: z.input<Payload>,
  { key, now }: { key: string; now: Date },
): Promise<void> {
  const row = {
    kind: job.name,
    unique_key: key,
    payload: JSON.stringify(payload),
    run_at: now,
    created_at: now,
  }
  const insert = db.insertInto('job').values(row)
  await writeLater(
    db,
    `job ${key}`,
    insert.onConflict((conflict) => conflict.column('unique_key').doNothing()),
  )
}

/** Takes one job of these kinds that is due at `now` under a lease; null when none is. A job whose lease ran out is due again. */
export async function claim(
  db: Db,
  { kinds, now, leaseMs }: { kinds: readonly string[]; now: Date; leaseMs: number },
): Promise<Claimed | null> {
  const claimed = await sql<Claimed>`
    update job set lease_until_at = ${leaseFor(leaseMs)}, tries = tries + 1
    where id = (select id from job where done_at is null and dead_at is null and run_at <= ${now}
        and kind = any(${[...kinds]}::text[])
        and ${isFree('lease_until_at')}
      order by run_at limit 1 for no key update skip locked)
    returning id, kind, payload, tries`.execute(db)
  return claimed.rows[0] ?? null
}

export async function markDone(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('job')
    .set({ done_at: now, lease_until_at: null, last_error: null })
    .where('id', '=', id)
    .execute()
}

/** Puts a job back for `notBefore` as if it had not been tried. */
export async function putOff(db: Db, id: number, notBefore: Date): Promise<void> {
  await db
    .updateTable('job')
    .set((eb) => ({ run_at: notBefore, tries: eb('tries', '-', 1), lease_until_at: null, last_error: null }))
    .where('id', '=', id)
    .execute()
}

/** Whether a job that was tried comes again only later. */
export async function isPutOff(db: Db, key: string, now: Date): Promise<boolean> {
  const job = db.selectFrom('job').select('id').where('unique_key', '=', key)
  const later = job.where('done_at', 'is', null).where('run_at', '>', now)
  return (await later.executeTakeFirst()) !== undefined
}

/** Puts a failed job back for `retryAt`, or buries it when `retryAt` is null. */
export async function markFailed(
  db: Db,
  failure: { id: number; error: string; retryAt: Date | null; now: Date },
): Promise<void> {
  const next = failure.retryAt ? { run_at: failure.retryAt } : { dead_at: failure.now }
  await db
    .updateTable('job')
    .set({ ...next, lease_until_at: null, last_error: failure.error })
    .where('id', '=', failure.id)
    .execute()
}

export async function countWaitingJobs(db: Db): Promise<{ waiting: number; dead: number }> {
  return db
    .selectFrom('job')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('dead_at', 'is', null).as('waiting'),
      eb.fn.countAll<number>().filterWhere('dead_at', 'is not', null).as('dead'),
    ])
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
}
