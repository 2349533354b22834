import { randomUUID } from 'node:crypto'
import { Counter, Gauge } from 'prom-client'
import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { isLeaseFree, leaseFor } from '#kit/server/db/leases.ts'

const maxConcurrent = 2
const retryAfterSeconds = 10
/** After a crash of the instance, the person cannot export for so long. */
const leaseMs = 60_000
const renewMs = 20_000

type Log = { error(detail: object, what: string): void }

export type StartExport = ReturnType<typeof limitConcurrentExports>

/**
 * A person runs one export on all instances, an instance runs two. Returns a function that takes a slot for a person
 * and returns its release, or throws `export_busy`.
 */
export function limitConcurrentExports({ db, log }: { db: Db; log: Log }) {
  let taken = 0
  const count = (change: 1 | -1) => {
    taken += change
    runningExports.inc(change)
  }
  return async (personId: number): Promise<() => Promise<void>> => {
    if (taken >= maxConcurrent) throw fail('export_busy', { retryAfterSeconds })
    count(1)
    const run = randomUUID()
    try {
      if (!(await takeLease(db, personId, run))) throw fail('export_busy', { retryAfterSeconds })
    } catch (error) {
      count(-1)
      throw error
    }
    const renewal = setInterval(() => {
      renewLease(db, run).catch((error: unknown) => log.error({ err: error }, 'the lease of an export'))
    }, renewMs)
    let isReleased = false
    return async () => {
      if (isReleased) return
      isReleased = true
      clearInterval(renewal)
      count(-1)
      await db.deleteFrom('export_lease').where('run', '=', run).execute()
    }
  }
}

async function takeLease(db: Db, personId: number, run: string): Promise<boolean> {
  const taken = await db
    .insertInto('export_lease')
    .values({ user_id: personId, run, lease_until_at: leaseFor(leaseMs) })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ run, lease_until_at: leaseFor(leaseMs) })
        .where(isLeaseFree('export_lease.lease_until_at')),
    )
    .returning('run')
    .executeTakeFirst()
  return taken !== undefined
}

async function renewLease(db: Db, run: string): Promise<void> {
  await db
    .updateTable('export_lease')
    .set({ lease_until_at: leaseFor(leaseMs) })
    .where('run', '=', run)
    .execute()
}

export const exportedRows = new Counter({
  name: 'guiche_export_rows_total',
  help: 'Rows written to exported files',
  labelNames: ['list', 'format'],
})

const runningExports = new Gauge({
  name: 'guiche_exports_running',
  help: 'Exports that run on this instance',
})
