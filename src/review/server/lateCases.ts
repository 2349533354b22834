import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { addMs } from '#kit/clock.ts'
import { type CaseKind, keptMoneyKinds } from '#payment/caseKinds.ts'
import { cases } from '#payment/cases.ts'
import { methods } from '#payment/method/method.ts'
import { isInStates, isUnderWay } from '#payment/server/views/stateSql.ts'
import type { NewCase } from '#payment/server/ledger/cases.ts'
import { statesWithMoney } from './keptMoneyCases.ts'

/** Payments older than the limit of their kind. */
export async function findLateCases(db: Db, now: Date): Promise<NewCase[]> {
  const found = lateKinds.map(async (kind) => {
    const rows = await lateQueries[kind](db, addMs(now, -cases[kind].limitMs)).execute()
    return rows.map((row) => ({ ...row, kind }))
  })
  return (await Promise.all(found)).flat()
}

/** Kinds whose cases close by themselves. */
const lateKinds = ['late_answer', 'late_ending', 'late_give_back', 'late_refund'] as const

/** Payments that have waited since `before`. */
const lateQueries = {
  late_answer: (db: Db, before: Date) => {
    const attempts = db
      .selectFrom('attempt')
      .innerJoin('payment', 'payment.id', 'attempt.payment_id')
      .select(['payment.id as paymentId', 'attempt.amount_cents as amountCents'])
    // Each part has an index of its own.
    const superseded = attempts
      .where('attempt.state', 'in', ['challenged', 'abandoned'])
      .where('attempt.next_query_at', 'is not', null)
      .where('attempt.superseded_at', '<=', before)
    return attempts
      .where((eb) => eb.or([isUnderWay, isInStates(sql`payment.state`, ['unknown', 'review'])]))
      .where('payment.state', '!=', 'created')
      .where('payment.requested_cents', 'is', null)
      .where('attempt.state', 'in', ['in_flight', 'unknown'])
      .where('attempt.started_at', '<=', before)
      .unionAll(superseded)
  },
  late_ending: (db: Db, before: Date) =>
    db
      .selectFrom('payment')
      .where('requested_cents', 'is not', null)
      .where('state', 'in', ['authorised', 'capturing', 'unknown', 'review'])
      .where('ending_at', '<=', before)
      // A capture of another amount has its own case.
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('attempt')
            .select('attempt.id')
            .whereRef('attempt.payment_id', '=', 'payment.id')
            .where('attempt.state', '=', 'held'),
        ),
      )
      .select(['id as paymentId', 'amount_cents as amountCents']),
  late_give_back: (db: Db, before: Date) =>
    db
      .selectFrom('attempt')
      .where('state', '=', 'giving_back')
      .where('answered_at', '<=', before)
      .select(['payment_id as paymentId', 'amount_cents as amountCents']),
  late_refund: (db: Db, before: Date) =>
    db
      .selectFrom('refund')
      .where('state', '=', 'asked')
      .where('asked_at', '<=', before)
      .select(['payment_id as paymentId', 'amount_cents as amountCents']),
} as const

export async function closeResolvedCases(db: Db, now: Date): Promise<void> {
  await closeWhere(db, now, keptMoneyKinds, hasNoMoney)
  await closeWhere(db, now, ['acquirer_setup'], isApprovedSince)
  await closeWhere(db, now, ['kept_again'], hasNoKeptAttempt)
  const isResolved = lateKinds.map((kind) => {
    const unresolved = lateQueries[kind](db, now).as('unresolved')
    return sql`(kind = ${kind} and payment_id not in (select "paymentId" from ${unresolved}))`
  })
  await closeWhere(db, now, lateKinds, sql`(${sql.join(isResolved, sql` or `)})`)
}

async function closeWhere(db: Db, now: Date, kinds: readonly CaseKind[], isOver: RawBuilder<boolean>) {
  await db
    .updateTable('review_case')
    .set({ closed_at: now })
    .where('kind', 'in', kinds)
    .where('closed_at', 'is', null)
    .where(isOver)
    .execute()
}

const isPix = (attempt: string) => sql`(${sql.ref(`${attempt}.payment_type`)} = ${sql.lit(methods.pix.wire)})`

/**
 * The acquirer approved a sale (of a card for a card, of Pix for Pix) after its last set-up refusal. Attempts
 * are ordered by id, because clocks of instances differ.
 */
const isApprovedSince = sql<boolean>`exists (select from attempt as bad
  join attempt as good on good.id >= bad.id and good.acquirer = bad.acquirer
    and ${isPix('good')} = ${isPix('bad')}
  where bad.payment_id = review_case.payment_id and bad.cause = 'setup'
    and good.state in ('captured', 'held', 'released', 'giving_back', 'given_back')
    and not exists (select from attempt as later where later.id > good.id and later.acquirer = bad.acquirer
      and ${isPix('later')} = ${isPix('bad')} and later.cause = 'setup' and later.state = 'refused'))`

const hasNoKeptAttempt = sql<boolean>`not exists (select from attempt
  where attempt.payment_id = review_case.payment_id and attempt.state = 'kept')`

const hasNoMoney = sql<boolean>`not exists (select from payment
  where payment.id = review_case.payment_id and payment.state in (${sql.join(statesWithMoney)}))`
