import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'

export type LatencyProbe = ReturnType<typeof startLatencyProbe>

const eachMs = 500

const ages = z.object({ open_ms: z.coerce.number(), locked_ms: z.coerce.number() })

/** The age of the oldest open transaction and of the oldest wait for a lock, ms. */
async function readTransactionAges(db: Db) {
  const { rows } =
    await sql`select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0) * 1000 as open_ms,
      coalesce(max(extract(epoch from clock_timestamp() - query_start)) filter (where wait_event_type = 'Lock'), 0) * 1000
        as locked_ms
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  return z.parse(ages, rows[0])
}

/**
 * Measures each instance's /healthz and the database's transactions all the time: when a slow call coincides with a slow
 * /healthz and no wait for a lock, the machine was slow.
 */
export function startLatencyProbe(running: () => readonly string[], db: Db) {
  const calls: { at: number; ms: number }[] = []
  const transactions: { at: number; openMs: number; lockedMs: number }[] = []
  let isOver = false
  const probe = async (url: string) => {
    const at = performance.now()
    await fetch(`${url}/healthz`).catch(() => null)
    calls.push({ at, ms: performance.now() - at })
  }
  const read = async () => {
    const { open_ms: openMs, locked_ms: lockedMs } = await readTransactionAges(db)
    transactions.push({ at: performance.now(), openMs, lockedMs })
  }
  const probing = (async () => {
    while (!isOver) {
      await Promise.all([...running().map(probe), read(), wait(eachMs)])
    }
  })()
  const most = <Sample extends { at: number }>(
    samples: readonly Sample[],
    from: number,
    ms: (sample: Sample) => number,
  ) => Math.round(Math.max(0, ...samples.filter(({ at }) => at >= from - eachMs).map(ms)))
  return {
    /** The slowest call since then. */
    slowestSince: (from: number): number => most(calls, from, ({ ms }) => ms),
    /** The longest transaction and lock wait since then. */
    transactionsSince: (from: number) => ({
      openMs: most(transactions, from, ({ openMs }) => openMs),
      lockedMs: most(transactions, from, ({ lockedMs }) => lockedMs),
    }),
    stop: async (): Promise<void> => {
      isOver = true
      await probing
    },
  }
}
