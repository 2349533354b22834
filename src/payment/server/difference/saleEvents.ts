import type { Approval } from '#acquirer/acquirer.ts'
import type { ChangeAmounts } from '#acquirer/changes.ts'
import type { Db } from '#db/schema.ts'
import { hourMs } from '#kit/clock.ts'
import type { EventKind } from '../../cases.ts'
import { openCase, openEventCase } from '../ledger/cases.ts'
import type { Attempt } from '../attempt/attempts.ts'

type Of = { attempt: Attempt; now: Date }

export type Noted = {
  readonly kind: EventKind
  /** Two of one kind and number are the same, however often they are told. */
  readonly number: string
  readonly amountCents: number
  readonly formerNumber?: string
  /** In the acquirer's words. */
  readonly text?: string | null
  /** The sum stands in the open case already. */
  readonly isSameMoney?: boolean
  /** Of a change whose amounts differ. */
  readonly amounts?: ChangeAmounts
}

const toldMark = 'told '

/** The number of what no query has shown, only a notification told: another one that is told later is another. */
export function numberOfTold(receivedAt: Date): string {
  return toldMark + receivedAt.toISOString()
}

const isTold = (number: string) => number.startsWith(toldMark)

/** The acquirer's own number of what it told; null where it gave none. */
export function numberAtAcquirer({ number }: Pick<Noted, 'number'>): string | null {
  return number === '' || isTold(number) ? null : number
}

/** What the acquirer tells of a sale after the fact: kept once, and a case for staff. In the caller's transaction. */
export async function noteEvent(db: Db, { attempt, now }: Of, noted: Noted): Promise<void> {
  const { kind, number, formerNumber, amountCents, text = null, isSameMoney, amounts } = noted
  const { id: attemptId, payment_id: paymentId } = attempt
  if (await isRenumbered(db, attempt, { kind, number, formerNumber })) return
  const isNew = await db
    .insertInto('sale_event')
    .values({
      payment_id: paymentId,
      attempt_id: attemptId,
      kind,
      number,
      amount_cents: amountCents,
      text,
      at: now,
      asked_cents: amounts?.askedCents ?? null,
      acknowledged_cents: amounts?.acknowledgedCents ?? null,
      shown_cents: amounts?.shownCents ?? null,
    })
    .onConflict((conflict) => conflict.columns(['attempt_id', 'kind', 'number']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!isNew) return
  if (isSameMoney) await openCase(db, { paymentId, kind, amountCents }, now)
  // Of which sum it is nobody has said: it may be of the one that stands in the open case.
  else await openEventCase(db, { paymentId, kind, amountCents }, now, { adds: !isTold(number) })
}

/**
 * One that is known under its former number, and not yet by its own, has its own from here on; so has one that was only told,
 * while staff have its case: once that is closed, what is shown may be another.
 */
async function isRenumbered(
  db: Db,
  { id: attemptId, payment_id: paymentId }: Attempt,
  { kind, number, formerNumber }: Pick<Noted, 'kind' | 'number' | 'formerNumber'>,
): Promise<boolean> {
  if (isTold(number)) return false
  const ofAttempt = db.selectFrom('sale_event').where('attempt_id', '=', attemptId).where('kind', '=', kind)
  const own = ofAttempt.select('id').where('number', '=', number)
  const former = ofAttempt
    .select('id')
    .where((is) =>
      is.or([
        is.and([is('number', 'like', `${toldMark}%`), is.exists(openOf(db, paymentId, kind))]),
        ...(formerNumber === undefined ? [] : [is('number', '=', formerNumber)]),
      ]),
    )
    .orderBy('id')
    .limit(1)
  const renumbered = await db
    .updateTable('sale_event')
    .set({ number })
    .where('id', 'in', former)
    .where(({ exists, not }) => not(exists(own)))
    .executeTakeFirst()
  return renumbered.numUpdatedRows > 0n
}

function openOf(db: Db, paymentId: number, kind: EventKind) {
  const ofPayment = db.selectFrom('review_case').select('id').where('payment_id', '=', paymentId)
  return ofPayment.where('kind', '=', kind).where('closed_at', 'is', null)
}

/** The disputes and alerts that the acquirer shows with a sale. */
export async function noteEventsOf(db: Db, of: Of, { events = [] }: Approval): Promise<void> {
  for (const { amountCents, ...event } of events)
    await noteEvent(db, of, { ...event, amountCents: amountCents || of.attempt.amount_cents })
}

/** Whether something of this kind has been noted of an attempt since an instant, besides what was only told. */
export async function isNoted(db: Db, attemptId: number, kind: EventKind, since: Date): Promise<boolean> {
  const noted = await db
    .selectFrom('sale_event')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', kind)
    .where('at', '>=', since)
    .where('number', 'not like', `${toldMark}%`)
    .limit(1)
    .executeTakeFirst()
  return noted !== undefined
}

/** For so long an acquirer says again what was not heard the first time: Cielo three times, half an hour apart. */
export const repeatedMs = 2 * hourMs

/** Whether what this notification told is noted already, as that of one which it repeats. */
export async function isToldNoted(
  db: Db,
  attemptId: number,
  kind: EventKind,
  receivedAt: Date,
): Promise<boolean> {
  const noted = await db
    .selectFrom('sale_event')
    .select('number')
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', kind)
    .where('number', 'like', `${toldMark}%`)
    .execute()
  return noted.some(({ number }) => {
    const told = Date.parse(number.slice(toldMark.length))
    return Math.abs(told - receivedAt.getTime()) <= repeatedMs
  })
}

/** What the acquirer has told of a payment's sales, oldest first. */
export async function eventsOf(db: Db, paymentId: number) {
  return db.selectFrom('sale_event').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute()
}
