import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { inOneWay } from '#kit/server/db/line/inOneWay.ts'
import { rowInTurn } from '#kit/server/db/locks.ts'
import { compiled } from '#kit/server/prepared.ts'
import { paymentInTurn, type ToTry, triesOfPayment, type TriesSoFar } from '#payment/server/reads/toPay.ts'
import type { Payment } from '#payment/server/store.ts'
import { lockedQuery, type LockedTicket, type SegmentFacts } from '../store.ts'
import { segmentsInOne, segmentsRead, type SegmentsTold } from './segmentsInOne.ts'

type Row = LockedTicket & TriesSoFar & { segments: SegmentsTold }
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
  return { payment, tries: row, ticket: row, segments: segmentsRead(row.segments) }
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
    .select(segmentsInOne.as('segments'))
    .where('ticket.id', '=', value('ticketId')),
)
