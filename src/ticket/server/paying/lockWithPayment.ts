import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { inOneWay } from '#kit/server/db/line/inOneWay.ts'
import { rowInTurn } from '#kit/server/db/locks.ts'
import { compiled } from '#kit/server/prepared.ts'
import { paymentInTurn, type ToTry, triesOfPayment, type TriesSoFar } from '#payment/server/reads/toPay.ts'
import type { Payment } from '#payment/server/store.ts'
import { lockedQuery, type LockedTicket, type SegmentFacts } from '../store.ts'

type Segment = readonly [
  n: number,
  amountCents: number,
  paidMs: number,
  untilMs: number,
  source: SegmentFacts['source'],
]
type Row = LockedTicket & TriesSoFar & { segments: readonly Segment[] | null }
type Locked = { payment: Payment; tries: TriesSoFar; ticket: LockedTicket; segments: SegmentFacts[] }

/**
 * Locks a payment and then its ticket in one statement, and reads in another, which sees what others committed before it
 * had these locks, what speaks against the payment's next attempt and what the ticket's price depends on.
 */
export async function lockWithPayment(db: Db, ticketId: number, asked: ToTry): Promise<Locked> {
  rowInTurn('ticket', ticketId)
  const reading = readingBoth(db, { ...asked, ticketId })
  const [[payment], [row]] = await inOneWay(db, lockingBoth(db, asked), reading)
  if (!payment || !row) throw new Error(`there is no payment ${asked.paymentId} of ticket ${ticketId}`)
  return { payment, tries: row, ticket: row, segments: row.segments?.map(factsOf) ?? [] }
}

/** PostgreSQL locks a row of each in the order in which they are named last (`db/locks.ts`). */
const lockingBoth = compiled<ToTry, Payment>(
  (_, value) => sql<Payment>`
    ${paymentInTurn(value)} join ticket on ticket.id = payment.ticket_id
    where payment.id = ${value('paymentId')} for no key update of payment, ticket`,
)

const readingBoth = compiled<ToTry & { ticketId: number }, Row>((db, value) =>
  lockedQuery(db)
    .select(triesOfPayment(value))
    .select(
      sql<Segment[] | null>`(
        select json_agg(json_build_array(n, amount_cents, ${ms('paid_at')}, ${ms('exit_deadline_at')}, source) order by n)
        from paid_segment where ticket_id = ticket.id)`.as('segments'),
    )
    .where('ticket.id', '=', value('ticketId')),
)

function ms(column: string) {
  return sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`
}

function factsOf([n, amount_cents, paidMs, untilMs, source]: Segment): SegmentFacts {
  return { n, amount_cents, paid_at: new Date(paidMs), exit_deadline_at: new Date(untilMs), source }
}
