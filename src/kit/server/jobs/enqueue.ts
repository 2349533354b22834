import { type Expression, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { publishAfterCommit } from '../db/transaction.ts'

/** Adds a job in the caller's transaction, to run from `runAt` on. Nothing is added while a job has this `key`. */
export async function enqueue<const Payload extends z.ZodMiniType<object>>(
  db: Db,
  job: { readonly name: string; readonly payload: Payload },
  payload: z.input<Payload>,
  { key, now, runAt = now }: { key: string; now: Date; runAt?: Date },
): Promise<void> {
  await db
    .insertInto('job')
    .values({
      kind: job.name,
      unique_key: key,
      payload: JSON.stringify(payload),
      run_at: runAt,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('unique_key').doNothing())
    .execute()
  publishAfterCommit(db, job.name)
}

/** Adds a job for each row of `found`, or makes a waiting one due. The job must call `releaseJobKey` first. */
export async function enqueueEach(db: Db, job: { readonly name: string }, found: FoundJobs, now: Date) {
  await sql`
    insert into job (kind, unique_key, payload, run_at, created_at)
    select ${job.name}::text, found.unique_key, found.payload, ${now}::timestamptz, ${now}::timestamptz
    from (${found}) as found
    on conflict (unique_key) do update set run_at = least(job.run_at, excluded.run_at)`.execute(db)
  publishAfterCommit(db, job.name)
}

/** Lets `enqueueEach` add a new job while this one runs. Call it outside a transaction. */
export async function releaseJobKey(db: Db, key: string): Promise<void> {
  const left = sql<string>`unique_key || '-begun-' || id`
  await db.updateTable('job').set({ unique_key: left }).where('unique_key', '=', key).execute()
}

type FoundJobs = Expression<{ unique_key: string; payload: string }>
