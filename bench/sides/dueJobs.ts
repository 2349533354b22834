import { setTimeout as wait } from 'node:timers/promises'
import { queryOnce } from '../../test/support/database/queryOnce.ts'
import { cpuMs } from '../machine/meter.ts'

/** Jobs take at most this long. */
export const maxWaitMs = 120_000

const dueJob =
  "select 1 from job where done_at is null and dead_at is null and run_at < now() + interval '5 s' limit 1"

/** Waits until no job is due; answers the processor time (ms) of the process by then. */
export async function waitUntilNoneDue(databaseUrl: string, pid: number): Promise<number> {
  const deadline = performance.now() + maxWaitMs
  while (((await queryOnce(databaseUrl, dueJob)).rowCount ?? 0) > 0) {
    if (performance.now() > deadline) throw new Error('jobs are due and due again')
    await wait(100)
  }
  return cpuMs(pid)
}
