import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { hourMs, minuteMs } from '#kit/clock.ts'
import { duplicateCheckAfterMs } from '#payment/limits.ts'
import { until } from '#test/support/process.ts'
import type { Sale } from '#test/support/simulatorControls.ts'
import { sellOne } from './people/lastDriver.ts'
import { allHasComeMs } from './trouble.ts'
import type { Dice } from '../fuzz/dice.ts'
import { signInDesk } from './people/desk.ts'
import { sayOfAll } from './people/site.ts'
import type { World } from './people/visitor.ts'

/**
 * Everything comes to its end: late sales and notices arrive, banks' pages and unpaid holds end (20 min), open payments,
 * refused returns and those who do not come (13 h), what the acquirer is asked about for a day, from then on (50 h).
 */
const stages = [
  { name: 'a quarter of an hour later', ms: 20 * minuteMs },
  { name: 'half a day later', ms: 13 * hourMs },
  { name: 'two days later', ms: 50 * hourMs },
] as const

const patienceMs = 30_000
/** What got no answer is asked about again 30 min later at most. */
const againMs = 31 * minuteMs

/** Moves both instances on, and waits until nobody has anything to do; what still has at the third look is told. */
export async function settle(world: World, dice: Dice, told: (line: string) => void): Promise<void> {
  const { scene, story } = world
  await wait(allHasComeMs)
  for (const { name, ms } of stages) {
    let left: unknown[] = []
    for (let looks = 0; looks < 3 && (looks === 0 || left.length > 0); looks += 1) {
      const aheadMs = ms + looks * againMs
      await scene.moveOn(aheadMs)
      if (looks > 0) await sayOfAll(world, async () => (await signInDesk(world, dice, aheadMs))[0])
      left = await untilQuiet(world, { ms: ms + looks * againMs, isLast: name === stages.at(-1)?.name })
    }
    told(`settled: ${name}`)
    // Their codes have run out by now.
    for (const pay of world.late.splice(0)) await pay()
    if (left.length > 0) story.violate(`still moving ${name}`, left)
  }
  await lastSale(world)
}

/**
 * One more driver pays by card, with nothing in the way. An acquirer that refused the shop and has sold nothing since is
 * rightly a case: nobody but the next sale can tell that it is mended. After this one none may be left.
 */
async function lastSale(world: World): Promise<void> {
  const { ms } = stages[stages.length - 1] ?? stages[0]
  await sellOne(world, new Date(Date.now() + ms))
  const open = sql`select 1 from review_case where kind = 'acquirer_setup' and closed_at is null limit 1`
  const isMended = async () => (await open.execute(world.scene.db)).rows.length === 0
  await until('no shop is refused any more', isMended, patienceMs / 1_000).catch((error: unknown) =>
    world.story.violate('the last sale', String(error)),
  )
  const left = await untilQuiet(world, { ms, isLast: true })
  if (left.length > 0) world.story.violate('still moving after the last sale', left)
}

type Stage = { ms: number; isLast: boolean }

async function untilQuiet({ scene }: World, { ms, isLast }: Stage): Promise<unknown[]> {
  const deadline = performance.now() + patienceMs
  for (let quiet = 0; ;) {
    await wait(250)
    // Late sales happen when somebody calls the acquirer.
    const mute = muteOf(await scene.simulator.ledger())
    const left = await moving(scene.db, { now: new Date(Date.now() + ms), isLast, mute })
    quiet = left.length === 0 ? quiet + 1 : 0
    if (quiet >= 2) return []
    if (performance.now() > deadline) return left
  }
}

/** Sales of which the acquirer will never say anything but Status 0: after a day they are for staff to decide. */
export function muteOf(sales: readonly Sale[]): string[] {
  return sales
    .filter(({ status, captured }) => status === 0 && captured === 0)
    .map(({ order_id }) => order_id)
}

const rows = z.array(z.object({ what: z.string(), id: z.coerce.number(), state: z.string() }))

/**
 * What is due at `now`, or is never left alone for long. Money on its way back may wait for tomorrow, when the acquirer
 * wants it so: at the last look it has gone back.
 */
async function moving(
  db: World['scene']['db'],
  { now, isLast, mute }: { now: Date; isLast: boolean; mute: readonly string[] },
) {
  const waits = sql`(${isLast}::boolean is not true and exists (select from job
    where kind in ('refund', 'give_back') and done_at is null and run_at > ${now}))`
  const found = await sql`
    select 'payment' as what, id, state from payment where (state in ('authorising', 'capturing', 'unknown')
        and not exists (select from attempt where payment_id = payment.id and attempt.state = 'unknown'
          and order_key = any(${[...mute]}::text[])))
      or (state = 'refunding' and not ${waits})
      or (deadline_at <= ${now} and (state <> 'authorised' or take_cents is not null))
    union all select 'attempt', id, state from attempt where state = 'in_flight' or (state = 'giving_back' and not ${waits}) or ask_at <= ${now}
    union all select 'attempt to count', id, state from attempt where started_at <= ${new Date(now.getTime() - duplicateCheckAfterMs)}
      and strpos(order_key, '+') = 0 and id > coalesce((select attempt_id from sales_asked), 0)
    union all select 'refund', id, state from refund where state = 'asked' and not ${waits}
    union all select 'reservation', id, state from reservation where deadline_at <= ${now}
      and state in ('held', 'preauthorised')
    union all select 'job', id, kind from job where done_at is null and dead_at is null and run_at <= ${now}
    order by 1, 2 limit 20`.execute(db)
  return z.parse(rows, found.rows)
}
