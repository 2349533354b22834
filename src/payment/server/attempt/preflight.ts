import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import {
  type AttemptRateKey,
  hashRateKey,
  hitsOfAttemptKeys,
  type AttemptHits,
  readHits,
} from '#session/server/limits/hits.ts'
import { countsTowardsLimit } from './attempts.ts'
import { findRefusalCause } from './refusedCards.ts'
import { codesToRecheck, isPaidCode, mayBePaidCode, type CodeToRecheck } from './recheckOpenCodes.ts'
import { findPayment, hasOtherPaymentOfStay, type Payment } from '../store.ts'

export type RefusedCard = Awaited<ReturnType<typeof refusedCardsOf>>[number]

/** `isPaid`: reported by its bank. */
export type StayCode = { readonly attemptId: number; readonly isPaid: boolean }

/** Throws `not_found`. */
export async function readPreflight(db: Db, token: string, by: { address: string; now: Date }) {
  const payment = await findPayment(db, token)
  if (!payment) throw fail('not_found')
  return {
    payment,
    // The first attempt stores the payer.
    refused: payment.payer === null ? [] : await refusedCardsOf(db, payment.id),
    codes: await codesOfStay(db, payment, mayBePaidCode),
    hits: await readHits(db, { limit: 'card_address', key: by.address }, by.now),
  }
}

async function refusedCardsOf(db: Db, paymentId: number) {
  return db
    .selectFrom('attempt')
    .select(['card_brand as brand', 'card_last_digits as digits', 'cause'])
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'refused')
    .orderBy('n')
    .execute()
}

async function codesOfStay(db: Db, payment: Payment, which: RawBuilder<boolean>): Promise<StayCode[]> {
  if (payment.ticket_id === null) return []
  const { rows } =
    await sql<CodeToRecheck>`select id, is_paid from ${codesToRecheck(payment, which)} as code`.execute(db)
  return rows.map(({ id, is_paid: isPaid }) => ({ attemptId: id, isPaid }))
}

type AttemptContextQuery = { card: AttemptRateKey | null; limitKeys: readonly AttemptRateKey[]; now: Date }

/** Final only with the payment and the keys of `limitKeys` locked. */
export async function readAttemptContext(db: Db, { card, limitKeys, now }: AttemptContextQuery) {
  const { rows } = await sql<{ hits: AttemptHits }>`
    select ${hitsOfAttemptKeys(limitKeys, now)} as hits`.execute(db)
  return {
    hits: rows[0]?.hits ?? {},
    refusedFor: card && (await findRefusalCause(db, hashRateKey(card), now)),
  }
}

type NextAttempt = { id: number; n: number; counted: number }

export async function nextAttempt(tx: Tx, payment: Payment) {
  const { rows } = await sql<NextAttempt>`
    select nextval('attempt_id_seq') as id, count(*) + 1 as n, count(*) filter
      (where ${countsTowardsLimit(sql`${payment.payment_type}`)}) as counted
    from attempt where payment_id = ${payment.id}`.execute(tx)
  const [next] = rows
  if (!next) throw new Error('a select without a row')
  return next
}

export async function isStayTaken(db: Db, payment: Payment): Promise<boolean> {
  return payment.ticket_id !== null && hasOtherPaymentOfStay(db, payment)
}

export async function paidCodesOf(db: Db, payment: Payment): Promise<readonly number[]> {
  const codes = await codesOfStay(db, payment, isPaidCode)
  return codes.map(({ attemptId }) => attemptId)
}
