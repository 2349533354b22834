import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { plus } from '#kit/clock.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { type CaseKind, cases, isKept, keptKinds } from '../review/cases.ts'
import { methods } from '../method.ts'
import { paidStates, type PaymentState } from '../paymentState.ts'

/** The job that `jobs/alertStaff.ts` does: whoever opens a case writes it. */
export const alertKind = {
  name: 'alert',
  lane: 'mail',
  keptDays: 30,
  /** `kind`: a case's, which a newer release may know alone. */
  payload: z.object({ kind: z.string(), hour: z.string() }),
} as const

export type CaseFound = { paymentId: number; kind: CaseKind; amountCents: number }

/** Opens a case, once while it is open, and has the operator mailed, once an hour for each kind. In the caller's transaction. */
export async function openCase(db: Db, found: CaseFound, now: Date): Promise<void> {
  const { paymentId, kind, amountCents } = found
  const opened = await db
    .insertInto('review_case')
    .values({ payment_id: paymentId, kind, amount_cents: amountCents, opened_at: now })
    .onConflict((conflict) =>
      conflict.columns(['payment_id', 'kind']).where('closed_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (opened) await alert(db, kind, now)
}

/**
 * The acquirer tells of something new about a sale: a case, whose sum grows while it is open unless nothing `adds` to it,
 * and a mail. In the caller's transaction.
 */
export async function openEventCase(
  db: Db,
  found: CaseFound,
  now: Date,
  { adds = true }: { adds?: boolean } = {},
): Promise<void> {
  const { paymentId, kind, amountCents } = found
  const more = adds ? amountCents : 0
  await db
    .insertInto('review_case')
    .values({ payment_id: paymentId, kind, amount_cents: amountCents, opened_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['payment_id', 'kind'])
        .where('closed_at', 'is', null)
        .doUpdateSet({ amount_cents: sql<number>`review_case.amount_cents + ${more}::bigint` }),
    )
    .execute()
  await alert(db, kind, now)
}

/**
 * The acquirer refused a sale because of how the shop is set up: one case while it lasts, whoever pays, and a mail an
 * hour. In the caller's transaction.
 */
export async function openSetupCase(db: Db, of: Omit<CaseFound, 'kind'>, now: Date): Promise<void> {
  const kind = 'acquirer_setup'
  const open = await db
    .selectFrom('review_case')
    .select('id')
    .where('kind', '=', kind)
    .where('closed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!open) return openCase(db, { ...of, kind }, now)
  await alert(db, kind, now)
}

async function alert(db: Db, kind: CaseKind, now: Date): Promise<void> {
  const hour = now.toISOString().slice(0, 13)
  await enqueue(db, alertKind, { kind, hour }, { key: `alert-${kind}-${hour}`, now })
}

/** The open cases of a payment, oldest first. */
export async function openCasesOf(db: Db, paymentId: number) {
  return db
    .selectFrom('review_case')
    .select(['kind', 'amount_cents', 'opened_at'])
    .where('payment_id', '=', paymentId)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Whether staff still have to say whether money stays that this payment keeps. */
export async function isKeptInDoubt(db: Db, paymentId: number): Promise<boolean> {
  return (await openCasesOf(db, paymentId)).some(({ kind }) => isKept(kind))
}

/** Whether staff still have to look at this of a payment. */
export async function isCaseOpen(db: Db, paymentId: number, wanted: CaseKind): Promise<boolean> {
  return (await openCasesOf(db, paymentId)).some(({ kind }) => kind === wanted)
}

/** How many cases wait for staff. */
export async function countOpenCases(db: Db): Promise<number> {
  const open = db.selectFrom('review_case').select((eb) => eb.fn.countAll<number>().as('count'))
  return (await open.where('closed_at', 'is', null).executeTakeFirstOrThrow()).count
}

export async function closeCase(db: Db, paymentId: number, kind: CaseKind, now: Date): Promise<void> {
  await closeCases(db, paymentId, [kind], now)
}

/** What the payment kept has gone back, or stays. */
export async function closeKeptInDoubt(db: Db, paymentId: number, now: Date): Promise<void> {
  await closeCases(db, paymentId, keptKinds, now)
}

async function closeCases(db: Db, paymentId: number, kinds: readonly CaseKind[], now: Date): Promise<void> {
  await db
    .updateTable('review_case')
    .set({ closed_at: now })
    .where('payment_id', '=', paymentId)
    .where('kind', 'in', kinds)
    .where('closed_at', 'is', null)
    .execute()
}

/** So much of the money that staff are asked about has gone back: the case is about the rest, and over without one. */
export async function lessenKeptInDoubt(db: Db, paymentId: number, cents: number, now: Date): Promise<void> {
  const isMore = sql<boolean>`amount_cents > ${cents}::bigint`
  await db
    .updateTable('review_case')
    .set({
      amount_cents: sql<number>`case when ${isMore} then amount_cents - ${cents}::bigint else amount_cents end`,
      closed_at: sql<Date | null>`case when ${isMore} then null else ${now}::timestamptz end`,
    })
    .where('payment_id', '=', paymentId)
    .where('kind', 'in', keptKinds)
    .where('closed_at', 'is', null)
    .execute()
}

/** What is older than its limit now, with its sums. */
export function findLate(db: Db, now: Date): Promise<CaseFound[]> {
  return unended(db, (kind) => plus(now, -cases[kind].limitMs))
}

type LateKind = (typeof lateKinds)[number]

/** What began before an instant that depends on its kind, and has not ended. */
async function unended(db: Db, before: (kind: LateKind) => Date): Promise<CaseFound[]> {
  const rows = await Promise.all(
    lateKinds.map(async (kind) =>
      (await lateQueries[kind](db, before(kind))).map((row) => ({ ...row, kind })),
    ),
  )
  return rows.flat()
}

/** The kinds that end by themselves when what was late has come to an end. */
const lateKinds = ['late_answer', 'late_ending', 'late_give_back', 'late_refund'] as const

/** Of each kind what began before an instant and has not ended. */
const lateQueries = {
  late_answer: (db: Db, before: Date) =>
    db
      .selectFrom('attempt')
      .innerJoin('payment', 'payment.id', 'attempt.payment_id')
      .where((eb) =>
        eb.or([
          eb.and([
            eb('payment.state', 'in', ['authorising', 'unknown', 'review']),
            eb('payment.take_cents', 'is', null),
            eb('attempt.state', 'in', ['in_flight', 'unknown']),
            eb('attempt.started_at', '<=', before),
          ]),
          // A code that is paid behind somebody's card, of which nothing comes.
          eb.and([
            eb('attempt.state', 'in', ['challenged', 'abandoned']),
            eb('attempt.ask_at', 'is not', null),
            eb('attempt.paid_behind_at', '<=', before),
          ]),
        ]),
      )
      .select(['payment.id as paymentId', 'attempt.amount_cents as amountCents'])
      .execute(),
  late_ending: (db: Db, before: Date) =>
    db
      .selectFrom('payment')
      .where('take_cents', 'is not', null)
      .where('state', 'in', ['authorised', 'capturing', 'unknown', 'review'])
      .where('ending_at', '<=', before)
      // One that was captured with another amount has ended, and has a case of its own.
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('attempt')
            .select('attempt.id')
            .whereRef('attempt.payment_id', '=', 'payment.id')
            .where('attempt.state', '=', 'held'),
        ),
      )
      .select(['id as paymentId', 'amount_cents as amountCents'])
      .execute(),
  late_give_back: (db: Db, before: Date) =>
    db
      .selectFrom('attempt')
      .where('state', '=', 'giving_back')
      .where('answered_at', '<=', before)
      .select(['payment_id as paymentId', 'amount_cents as amountCents'])
      .execute(),
  late_refund: (db: Db, before: Date) =>
    db
      .selectFrom('refund')
      .where('state', '=', 'asked')
      .where('asked_at', '<=', before)
      .select(['payment_id as paymentId', 'amount_cents as amountCents'])
      .execute(),
} as const

/** Closes the cases of what has ended, by itself or by staff. */
export async function closeEnded(db: Db, now: Date): Promise<void> {
  await closeReturned(db, now)
  await closeMended(db, now)
  await closeKept(db, now)
  const open = await db
    .selectFrom('review_case')
    .select(['id', 'payment_id', 'kind'])
    .where('closed_at', 'is', null)
    .where('kind', 'in', lateKinds)
    .execute()
  if (open.length === 0) return
  const going = await unended(db, () => now)
  const ended = open.filter(
    (one) => !going.some(({ paymentId, kind }) => paymentId === one.payment_id && kind === one.kind),
  )
  await db
    .updateTable('review_case')
    .set({ closed_at: now })
    .where(sql<boolean>`id = any(${ended.map(({ id }) => id)}::bigint[])`)
    .execute()
}

/**
 * The last word of the acquirer that refused the shop is a yes: to a card where it refused a card, and to one that came
 * after the last that it refused so. Attempts are counted in the order of their numbers, which the database gives:
 * instances whose clocks differ agree on it.
 */
async function closeMended(db: Db, now: Date): Promise<void> {
  const pix = methods.pix.wire
  await db
    .updateTable('review_case')
    .set({ closed_at: now })
    .where('kind', '=', 'acquirer_setup')
    .where('closed_at', 'is', null)
    .where(sql<boolean>`exists (select from attempt as bad
      join attempt as good on good.id >= bad.id and good.acquirer = bad.acquirer
        and (good.payment_type = ${pix}) = (bad.payment_type = ${pix})
      where bad.payment_id = review_case.payment_id and bad.cause = 'setup'
        and good.state in ('captured', 'held', 'released', 'giving_back', 'given_back')
        and not exists (select from attempt as later where later.id > good.id and later.acquirer = bad.acquirer
          and (later.payment_type = ${pix}) = (bad.payment_type = ${pix})
          and later.cause = 'setup' and later.state = 'refused'))`)
    .execute()
}

/** All that the code brought has gone back at the bank: staff need not settle it in another way. */
async function closeKept(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('review_case')
    .set({ closed_at: now })
    .where('kind', '=', 'kept_again')
    .where('closed_at', 'is', null)
    .where(sql<boolean>`not exists (select from attempt
      where attempt.payment_id = review_case.payment_id and attempt.state = 'kept')`)
    .execute()
}

/** A payment in another state keeps nothing that a machine could have taken too. */
export const keepingStates: readonly PaymentState[] = [...paidStates, 'refunding']

/** A payment that keeps nothing keeps nothing too much. */
async function closeReturned(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('review_case')
    .from('payment')
    .set({ closed_at: now })
    .whereRef('payment.id', '=', 'review_case.payment_id')
    .where('review_case.kind', 'in', keptKinds)
    .where('review_case.closed_at', 'is', null)
    .where('payment.state', 'not in', keepingStates)
    .execute()
}
