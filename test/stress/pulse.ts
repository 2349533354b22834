import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'

export type Pulse = ReturnType<typeof openPulse>

const eachMs = 500

const stood = z.object({ open_ms: z.coerce.number(), locked_ms: z.coerce.number() })

/** For how long the oldest transaction stood open, and the oldest that waited for a lock, ms, by the database. */
async function standing(db: Db) {
  const { rows } =
    await sql`select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0) * 1000 as open_ms,
      coalesce(max(extract(epoch from clock_timestamp() - query_start)) filter (where wait_event_type = 'Lock'), 0) * 1000
        as locked_ms
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  return z.parse(stood, rows[0])
}

/**
 * How long each instance takes for a call that does nothing, and what stands in the database, looked at all the time: a call
 * that took long while a call that does nothing did too, and nobody waited for a lock, was slow because the machine was.
 */
export function openPulse(running: () => readonly string[], db: Db) {
  const beats: { at: number; ms: number }[] = []
  const stands: { at: number; openMs: number; lockedMs: number }[] = []
  let isOver = false
  const beat = async (url: string) => {
    const at = performance.now()
    await fetch(`${url}/healthz`).catch(() => null)
    beats.push({ at, ms: performance.now() - at })
  }
  const look = async () => {
    const { open_ms: openMs, locked_ms: lockedMs } = await standing(db)
    stands.push({ at: performance.now(), openMs, lockedMs })
  }
  const beating = (async () => {
    while (!isOver) {
      await Promise.all([...running().map(beat), look(), wait(eachMs)])
    }
  })()
  const most = <Seen extends { at: number }>(
    seen: readonly Seen[],
    from: number,
    ms: (one: Seen) => number,
  ) => Math.round(Math.max(0, ...seen.filter(({ at }) => at >= from - eachMs).map(ms)))
  return {
    /** The slowest of what was begun since then. */
    slowestSince: (from: number): number => most(beats, from, ({ ms }) => ms),
    /** What stood longest in the database since then. */
    stoodSince: (from: number) => ({
      openMs: most(stands, from, ({ openMs }) => openMs),
      lockedMs: most(stands, from, ({ lockedMs }) => lockedMs),
    }),
    stop: async (): Promise<void> => {
      isOver = true
      await beating
    },
  }
}
