import { queryOnce } from '../../test/support/database/queryOnce.ts'
import { load, type Load } from './load.ts'
import { statementsSince } from './statements.ts'
import { cpuMs, resetPeak, peakMb } from '../machine/meter.ts'
import type { Side } from '../sides/sides.ts'

/** The cost of one work with the jobs that it caused. */
export type Measured = Load & {
  /** Processor milliseconds of the server and of PostgreSQL per work. */
  cpu: number
  /** PostgreSQL's part of that with its background processes; NaN of the embedded database. */
  postgres: number
  /** Statements per work, begin and commit included; NaN of the embedded database. */
  statements: number
  /** Bytes of write-ahead log per work; NaN of the embedded database. */
  wal: number
  /** The server's peak memory, MB. */
  peakMb: number
}

/** `work` is repeated in so many lanes, for so long. */
type Wanted = { work: () => Promise<unknown>; lanes: number; seconds: number; postgresPid: number }

/** Warms up for a second, then measures. Nothing else may run on the machine. */
export async function measure(side: Side, wanted: Wanted): Promise<Measured> {
  await load(wanted.work, { lanes: wanted.lanes, seconds: 1 })
  await side.settle()
  return side.databaseUrl === null ? measureAlone(side, wanted) : measureWith(side.databaseUrl, side, wanted)
}

async function measureWith(
  databaseUrl: string,
  side: Side,
  { work, lanes, seconds, postgresPid }: Wanted,
): Promise<Measured> {
  const wal = async () =>
    Number((await queryOnce(databaseUrl, "select pg_current_wal_lsn() - '0/0' as n")).rows[0]?.['n'])
  await queryOnce(databaseUrl, 'select pg_stat_statements_reset()')
  resetPeak(side.pid)
  const before = { server: cpuMs(side.pid), postgres: cpuMs(postgresPid), wal: await wal() }
  const done = await load(work, { lanes, seconds })
  const after = { server: await side.settle(), postgres: cpuMs(postgresPid), wal: await wal() }
  const statements = await statementsSince(databaseUrl)
  const postgres = (after.postgres - before.postgres) / done.count
  return {
    ...done,
    cpu: (after.server - before.server) / done.count + postgres,
    postgres,
    wal: (after.wal - before.wal) / done.count,
    statements: statements / done.count,
    peakMb: peakMb(side.pid),
  }
}

/** A server with an embedded database. */
async function measureAlone(side: Side, { work, lanes, seconds }: Wanted): Promise<Measured> {
  resetPeak(side.pid)
  const before = cpuMs(side.pid)
  const done = await load(work, { lanes, seconds })
  const cpu = ((await side.settle()) - before) / done.count
  return { ...done, cpu, postgres: NaN, wal: NaN, statements: NaN, peakMb: peakMb(side.pid) }
}
