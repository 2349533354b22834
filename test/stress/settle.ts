import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { hourMs, minuteMs } from '#kit/clock.ts'
import { duplicateCheckAfterMs } from '#payment/limits.ts'
import { until } from '#test/support/process.ts'
import type { Sale } from '#test/support/simulatorControls.ts'
import { sellOne } from './people/lastDriver.ts'
import { longestDelayMs } from './faultInjector.ts'
import type { Random } from '../fuzz/random.ts'
import { signInDesk } from './people/desk.ts'
import { decideUnclearRefunds } from './people/unclearRefunds.ts'
import type { Run } from './people/visitor.ts'

/**
 * Delayed sales and notifications arrive, bank pages and unpaid holds expire (20 min); open payments, refused refunds and
 * no-shows end (13 h); what the acquirer is queried about for a day ends (50 h).
 */
const steps = [
  { name: 'a quarter of an hour later', ms: 20 * minuteMs },
  { name: 'half a day later', ms: 13 * hourMs },
  { name: 'two days later', ms: 50 * hourMs },
] as const

const limitMs = 30_000
/** A query without an answer is repeated after 30 min at most. */
const repeatMs = 31 * minuteMs

/** Moves the clocks on and waits until nothing is due; what is still due at the third attempt is a violation. */
export async function settle(run: Run, random: Random, print: (line: string) => void): Promise<void> {
  const { environment, runLog } = run
  await wait(longestDelayMs)
  for (const { name, ms } of steps) {
    let left: unknown[] = []
    for (let attempts = 0; attempts < 3 && (attempts === 0 || left.length > 0); attempts += 1) {
      const aheadMs = ms + attempts * repeatMs
      await environment.moveOn(aheadMs)
      if (attempts > 0)
        await decideUnclearRefunds(run, async () => (await signInDesk(run, random, aheadMs))[0])
      left = await untilIdle(run, { ms: ms + attempts * repeatMs, isLast: name === steps.at(-1)?.name })
    }
    print(`settled: ${name}`)
    // By now their codes have expired.
    for (const pay of run.late.splice(0)) await pay()
    if (left.length > 0) runLog.violation(`still due ${name}`, left)
  }
  await lastSale(run)
}

/** A last driver pays by card without faults: only a sale closes the case of an acquirer that refused the shop. */
async function lastSale(run: Run): Promise<void> {
  const { ms } = steps[steps.length - 1] ?? steps[0]
  await sellOne(run, new Date(Date.now() + ms))
  const open = sql`select 1 from review_case where kind = 'acquirer_setup' and closed_at is null limit 1`
  const isClosed = async () => (await open.execute(run.environment.db)).rows.length === 0
  await until('the case of the refused shop is closed', isClosed, limitMs / 1_000).catch((error: unknown) =>
    run.runLog.violation('the last sale', String(error)),
  )
  const left = await untilIdle(run, { ms, isLast: true })
  if (left.length > 0) run.runLog.violation('still due after the last sale', left)
}

type Step = { ms: number; isLast: boolean }

async function untilIdle({ environment }: Run, { ms, isLast }: Step): Promise<unknown[]> {
  const deadline = performance.now() + limitMs
  for (let idle = 0; ;) {
    await wait(250)
    // A call to the acquirer executes its delayed sales.
    const undecided = undecidedSales(await environment.simulator.ledger())
    const left = await findDue(environment.db, { now: new Date(Date.now() + ms), isLast, undecided })
    idle = left.length === 0 ? idle + 1 : 0
    if (idle >= 2) return []
    if (performance.now() > deadline) return left
  }
}

/** Sales that the acquirer only ever answers with Status 0: after a day staff decide them. */
export function undecidedSales(sales: readonly Sale[]): string[] {
  return sales
    .filter(({ status, captured }) => status === 0 && captured === 0)
    .map(({ order_id }) => order_id)
}

const rows = z.array(z.object({ what: z.string(), id: z.coerce.number(), state: z.string() }))

/** What is due at `now` or in progress. Before the last step a refund may wait for the next day, if the acquirer wants it. */
async function findDue(
  db: Run['environment']['db'],
  { now, isLast, undecided }: { now: Date; isLast: boolean; undecided: readonly string[] },
) {
  const waits = sql`(${isLast}::boolean is not true and exists (select from job
    where kind in ('refund', 'give_back') and done_at is null and run_at > ${now}))`
  const found = await sql`
    select 'payment' as what, id, state from payment where (state in ('authorising', 'capturing', 'unknown')
        and not exists (select from attempt where payment_id = payment.id and attempt.state = 'unknown'
          and order_key = any(${[...undecided]}::text[])))
      or (state = 'refunding' and not ${waits})
      or (deadline_at <= ${now} and (state <> 'authorised' or requested_cents is not null))
    union all select 'attempt', id, state from attempt where state = 'in_flight' or (state = 'giving_back' and not ${waits}) or next_query_at <= ${now}
    union all select 'attempt to count', id, state from attempt where started_at <= ${new Date(now.getTime() - duplicateCheckAfterMs)}
      and strpos(order_key, '+') = 0 and id > coalesce((select attempt_id from duplicate_scan), 0)
    union all select 'refund', id, state from refund where state = 'asked' and not ${waits}
    union all select 'reservation', id, state from reservation where deadline_at <= ${now}
      and state in ('held', 'preauthorised')
    union all select 'job', id, kind from job where done_at is null and dead_at is null and run_at <= ${now}
    order by 1, 2 limit 20`.execute(db)
  return z.parse(rows, found.rows)
}
