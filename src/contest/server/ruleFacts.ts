import { sql } from 'kysely'
import type { Db, Tx } from '#db/schema.ts'
import type { Payment } from '#payment/server/store.ts'
import { captureTerms } from '#payment/method/captureTerms.ts'
import { findCapturedAttempt } from '#payment/server/attempt/attempts.ts'
import { readLedgerSums } from '#payment/server/ledger/ledger.ts'
import { isRefundOpen } from '#payment/server/ledger/refunds.ts'
import { readStayInput } from '#ticket/server/stay.ts'
import { getTicket } from '#ticket/server/store.ts'
import { dueWhenPriced } from '../dueWhenPriced.ts'
import type { RuleFacts } from '../rules.ts'
import type { ContestDeps } from './deps.ts'

/** The caller has locked the payment; locks its stay. */
export async function loadRuleFacts(
  db: Tx,
  { subject, clock }: Pick<ContestDeps, 'subject' | 'clock'>,
  payment: Payment,
): Promise<RuleFacts> {
  const overCents = await subject.lockOver(db, payment, clock.now())
  const { takenCents, refundedCents } = await readLedgerSums(db, payment.id, 'payment_id')
  const paidTwice = await db
    .selectFrom('review_case')
    .select('id')
    .where('payment_id', '=', payment.id)
    .where('kind', '=', 'paid_twice')
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return {
    keptCents: takenCents - refundedCents,
    overCents,
    paidTwiceCase: paidTwice ?? null,
    earlierPayments: await findEarlierPayments(db, payment),
    due: await computeDueAtPricing(db, payment),
  }
}

/** Finds kept payments that are neither being refunded nor settled by staff. */
async function findEarlierPayments(db: Db, payment: Payment): Promise<{ id: number }[]> {
  if (payment.ticket_id === null) return []
  const { rows } = await sql<{ id: number }>`
    with money as (
      select payment.id, min(ledger.at) filter (where ledger.kind = 'capture') as taken_at,
        sum(case ledger.kind when 'capture' then ledger.amount_cents else -ledger.amount_cents end) as kept
      from payment join ledger on ledger.payment_id = payment.id
      where payment.ticket_id = ${payment.ticket_id} and payment.segment_n = ${payment.segment_n}
      group by payment.id
    )
    select other.id from money as other join money as own on own.id = ${payment.id}
    where other.kept > 0 and (other.taken_at, other.id) < (own.taken_at, own.id)
    order by other.id`.execute(db)
  const kept: { id: number }[] = []
  for (const { id } of rows) {
    if ((await findCapturedAttempt(db, id)) !== undefined && !(await isRefundOpen(db, id))) kept.push({ id })
  }
  return kept
}

/** Computes what was due when the payment was priced, from the other segments that are known now. */
export async function computeDueAtPricing(db: Db, payment: Payment): Promise<RuleFacts['due']> {
  const { id, ticket_id: ticketId, price_expires_at: priceExpiresAt, destination } = payment
  if (ticketId === null || destination !== captureTerms.capture.destination) return null
  const attempt = await findCapturedAttempt(db, id)
  if (!attempt) return null
  const ticket = await getTicket(db, ticketId)
  const { facts, terms: tariff } = await readStayInput(db, ticket)
  const frozen = { priceExpiresAt, chargedAt: attempt.started_at, segmentN: payment.segment_n }
  return { cents: dueWhenPriced(facts, tariff, frozen), ticketId }
}
