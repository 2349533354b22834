import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { attemptStates } from '#payment/attemptStates.ts'
import type { Sale } from '../simulatorControls.ts'

type Attempt = {
  order_key: string
  state: keyof typeof attemptStates
  asked: boolean
  ledger_cents: number
  /** A refund that the acquirer does not show, with a case for staff. */
  unseen_cents: number
  /** A requested capture of a hold without an answer: it may have been captured. */
  ending_cents: number | null
  /** Each refund. */
  back_cents: readonly number[]
}

/** What the acquirer keeps of a sale. A released hold is voided without a capture. */
const keptOf = ({ captured, voided }: Sale) => Math.max(0, captured - voided)

/** Held at the acquirer, neither captured nor released. */
const standing = 1

/**
 * Differences between our ledger and the acquirer's: another kept amount, an unknown sale, a hold without a payment.
 * Pending queries and refunds may still differ; `settled`: none is pending.
 */
export async function differences(
  db: Db,
  sales: readonly Sale[],
  { settled = false }: { settled?: boolean } = {},
): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const attempts = await attemptsIn(db)
  const ofKey = Map.groupBy(sales, ({ order_id }) => order_id)
  const byKey = new Map(attempts.map((attempt) => [attempt.order_key, attempt]))
  const isOpen = ({ state, asked }: Attempt) =>
    !settled && (state === 'giving_back' || (!attemptStates[state].isOver && asked))
  const differing = attempts
    .filter((attempt) => !isOpen(attempt))
    .map(({ order_key, state, ledger_cents, unseen_cents, ending_cents, back_cents }) => ({
      order_key,
      state,
      known: ledger_cents,
      unseen: unseen_cents,
      ending: settled ? null : ending_cents,
      back: back_cents,
      kept: (ofKey.get(order_key) ?? []).reduce((sum, sale) => sum + keptOf(sale), 0),
    }))
    // Some of the refunds that the acquirer does not show may have failed: only staff can see which.
    .filter(
      ({ known, unseen, ending, back, kept }) =>
        kept !== ending && !sumsOf(unseen > 0 ? back : []).has(kept - known) && known + unseen !== kept,
    )
  const forgotten = sales.filter(({ status, order_id }) => {
    const attempt = byKey.get(order_id)
    return (
      status === standing &&
      attempt !== undefined &&
      attempt.state !== 'held' &&
      attempt.unseen_cents === 0 &&
      !isOpen(attempt)
    )
  })
  return {
    'the acquirer keeps of an attempt what we know': differing,
    'the acquirer knows no sale that we do not': sales.filter(({ order_id }) => !byKey.has(order_id)),
    'every hold at the acquirer belongs to an open payment': forgotten,
    'no more is captured than was held': sales.filter(({ captured, authorised }) => captured > authorised),
  }
}

/** Sums of all subsets. */
function sumsOf(parts: readonly number[]): ReadonlySet<number> {
  return parts.reduce((sums, part) => new Set([...sums, ...[...sums].map((sum) => sum + part)]), new Set([0]))
}

const row = z.object({
  order_key: z.string(),
  state: z.enum(Object.keys(attemptStates).filter(isAttemptState)),
  asked: z.boolean(),
  ledger_cents: z.coerce.number(),
  unseen_cents: z.coerce.number(),
  ending_cents: z.nullable(z.coerce.number()),
  back_cents: z.array(z.number()),
})

function isAttemptState(name: string): name is Attempt['state'] {
  return Object.hasOwn(attemptStates, name)
}

async function attemptsIn(db: Db): Promise<Attempt[]> {
  const found = await sql`select order_key, state, next_query_at is not null as asked,
    (select coalesce(sum(case kind when 'capture' then ledger.amount_cents else -ledger.amount_cents end), 0)
      from ledger where attempt_id = attempt.id) as ledger_cents,
    (select coalesce(sum(amount_cents), 0) from sale_event where attempt_id = attempt.id and kind = 'return_unseen') as unseen_cents,
    (select requested_cents from payment where payment.id = payment_id and attempt.state = 'held'
      and payment.state in ('capturing', 'unknown')) as ending_cents,
    (select coalesce(json_agg(amount_cents), '[]') from ledger where attempt_id = attempt.id and kind = 'refund'
      and amount_cents > 0) as back_cents
    from attempt order by id`.execute(db)
  return z.parse(z.array(row), found.rows)
}
