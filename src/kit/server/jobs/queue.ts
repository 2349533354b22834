import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { isLeaseFree, leaseFor } from '../db/leases.ts'
import { anyOf } from '../db/query/anyOf.ts'
import { transaction } from '../db/transaction.ts'

export type ClaimedJob = { id: number; kind: string; payload: unknown; tries: number }

export type FinishedJob = { readonly id: number; readonly deleteRow: boolean }

type ClaimOptions = {
  readonly done: readonly FinishedJob[]
  readonly kinds: readonly string[]
  readonly now: Date
  readonly leaseMs: number
  readonly most: number
}

/** Ends the jobs of `done`, and leases up to `most` due ones, oldest first. An expired lease makes a job due again. */
export async function claimJobs(db: Db, { done, ...due }: ClaimOptions): Promise<ClaimedJob[]> {
  if (done.length === 0) return leaseDue(db, due)
  return transaction(db, async (tx) => {
    await markJobsDone(tx, done, due.now)
    return leaseDue(tx, due)
  })
}

async function leaseDue(
  db: Db,
  { kinds, now, leaseMs, most }: Omit<ClaimOptions, 'done'>,
): Promise<ClaimedJob[]> {
  const { rows } = await sql<ClaimedJob & { run_at: Date }>`
    update job set lease_until_at = ${leaseFor(leaseMs)}, tries = tries + 1
    where id = any(array(select id from job where done_at is null and dead_at is null and run_at <= ${now}
        and kind = any(${[...kinds]}::text[]) and ${isLeaseFree('lease_until_at')}
      order by run_at, id limit ${most} for no key update skip locked))
    returning id, kind, payload, tries, run_at`.execute(db)
  return rows.toSorted((a, b) => a.run_at.getTime() - b.run_at.getTime() || a.id - b.id)
}

/** Skips an empty list of ids, for which PostgreSQL would read every due job. */
export async function markJobsDone(db: Db, ended: readonly FinishedJob[], now: Date): Promise<void> {
  const ids = (deleteRow: boolean) => ended.filter((one) => one.deleteRow === deleteRow).map(({ id }) => id)
  const [kept, deleted] = [ids(false), ids(true)]
  const done = { done_at: now, lease_until_at: null, last_error: null }
  if (kept.length > 0) await db.updateTable('job').set(done).where('id', '=', anyOf(kept)).execute()
  if (deleted.length > 0) await db.deleteFrom('job').where('id', '=', anyOf(deleted)).execute()
}

type Leased = Pick<ClaimedJob, 'id' | 'tries'>

/** Matches jobs that are unfinished and that no other instance has claimed since. */
function areStillOurs(jobs: readonly Leased[]) {
  const ids = jobs.map(({ id }) => id)
  const tries = jobs.map(({ tries }) => tries)
  return sql<boolean>`done_at is null
    and (id, tries) in (select * from unnest(${ids}::bigint[], ${tries}::integer[]))`
}

export async function renewLeases(db: Db, jobs: readonly Leased[], leaseMs: number): Promise<void> {
  const renewed = db.updateTable('job').set({ lease_until_at: leaseFor(leaseMs) })
  await renewed.where(areStillOurs(jobs)).where('lease_until_at', 'is not', null).execute()
}

export async function releaseJobs(db: Db, jobs: readonly Leased[]): Promise<void> {
  const released = db.updateTable('job').set({ tries: sql<number>`tries - 1`, lease_until_at: null })
  await released.where(areStillOurs(jobs)).execute()
}

export async function rescheduleJob(db: Db, id: number, notBefore: Date): Promise<void> {
  await db
    .updateTable('job')
    .set((eb) => ({ run_at: notBefore, tries: eb('tries', '-', 1), lease_until_at: null, last_error: null }))
    .where('id', '=', id)
    .execute()
}

/** Returns when the unfinished job of this key runs; null without one. */
export async function findRunAt(db: Db, key: string): Promise<Date | null> {
  const job = db.selectFrom('job').select('run_at').where('unique_key', '=', key)
  return (await job.where('done_at', 'is', null).executeTakeFirst())?.run_at ?? null
}

export async function findPayloads(db: Db, keys: readonly string[]): Promise<unknown[]> {
  if (keys.length === 0) return []
  const jobs = await db.selectFrom('job').select('payload').where('unique_key', 'in', keys).execute()
  return jobs.map(({ payload }) => payload)
}

export async function markJobFailed(
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
