import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Random } from '../fuzz/random.ts'
import { car } from './people/car.ts'
import { closeTills, openTills } from './people/counter.ts'
import { compareLedgers } from './compareLedgers.ts'
import { signInDesk, workAtDesk } from './people/desk.ts'
import { customer, reservation } from './people/reservation.ts'
import { startLatencyProbe } from './latencyProbe.ts'
import { type PixAt, startEnvironment } from './environment.ts'
import { settle } from './settle.ts'
import { createRunLog, type RunLog } from './runLog.ts'
import { createFaultInjector } from './faultInjector.ts'
import type { Run } from './people/visitor.ts'

type Size = {
  /** Cars enter within so many seconds. */
  seconds: number
  cars: number
  reservations: number
  /** How often an instance is killed. */
  kills: number
  /** The share of the acquirer's calls that fail. */
  share: number
}

/** One run: `seed` decides the drivers, the faults and the kills. */
export async function stress(seed: number, size: Size, print: (line: string) => void): Promise<RunLog> {
  const runLog = createRunLog()
  const random = new Random(seed)
  const nextRandom = () => new Random(random.below(2 ** 31))
  const faults = createFaultInjector(nextRandom(), runLog, size.share)
  const environment = await startEnvironment(runLog, faults, random.pick<PixAt>(['bacen', 'cielo']))
  runLog.count(`Pix: at ${environment.pixAt}`)
  const latencyProbe = startLatencyProbe(environment.running, environment.db)
  try {
    const run: Run = { environment, runLog, paid: [], late: [], latencyProbe }
    await prepareLots(run)
    await load(run, nextRandom, size)
    await latencyProbe.stop()
    runLog.count('/healthz: the slowest call, ms', latencyProbe.slowestSince(0))
    const { openMs, lockedMs } = latencyProbe.transactionsSince(0)
    runLog.count('transactions: the longest, ms', openMs)
    runLog.count('transactions: the longest wait for a lock, ms', lockedMs)
    print('all drivers have finished; waiting for the jobs')
    faults.stop()
    await settle(run, nextRandom(), print)
    await compareLedgers(run)
    return runLog
  } finally {
    await latencyProbe.stop()
    await environment.close()
  }
}

/** So many browser windows of the two members of staff. */
const desksAtOnce = 4

async function load(run: Run, nextRandom: () => Random, size: Size): Promise<void> {
  const members = await signInDesk(run, nextRandom())
  const [manager] = members
  if (!manager) throw new Error('the demo has no staff of level 1 or 2')
  const cashier = await openTills(manager)
  const owners = await Promise.all(
    Array.from({ length: size.reservations }, () => customer(run, nextRandom())),
  )
  let over = false
  const atRandomTime = async (random: Random, work: () => Promise<void>) => {
    await wait(random.below(size.seconds * 1_000))
    await work()
  }
  const people = [
    ...Array.from({ length: size.cars }, () => nextRandom()).map((random) =>
      atRandomTime(random, () => car(run, random, cashier)),
    ),
    ...owners.map((owner) => {
      const random = nextRandom()
      return atRandomTime(random, () => reservation(run, random, owner))
    }),
  ]
  const desks = Array.from({ length: desksAtOnce }, () =>
    workAtDesk(run, nextRandom(), { members, isOver: () => over }),
  )
  const kills = killInstances(run, nextRandom(), size)
  await Promise.all(people)
  over = true
  await Promise.all([...desks, kills])
  await closeTills(run, cashier)
}

/** Kills one instance in each equal part of the run. */
async function killInstances({ environment }: Run, random: Random, { kills, seconds }: Size): Promise<void> {
  const partMs = (seconds * 1_000) / Math.max(1, kills)
  for (let n = 0; n < kills; n += 1) {
    const atMs = random.below(partMs)
    const began = performance.now()
    await wait(atMs)
    await environment.killInstance(random)
    await wait(Math.max(0, partMs - (performance.now() - began)))
  }
}

/** Sets enough spaces, and a hold of R$ 50,00 of which R$ 15,00 are retained. */
async function prepareLots({ environment: { db } }: Run): Promise<void> {
  await sql`update lot set total_normal = 9000, total_reserves = 900`.execute(db)
  await sql`update setting set value = value || '{"valueCents": 5000, "minCents": 1500}' where key = 'reserve'`.execute(
    db,
  )
}
