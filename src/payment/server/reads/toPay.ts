import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { inOneWay } from '#kit/server/db/line/inOneWay.ts'
import { lockWithinOf, rowInTurn } from '#kit/server/db/locks.ts'
import { compiled, type Slots } from '#kit/server/prepared.ts'
import {
  type CountedTry,
  keyOf,
  type Marks,
  marksBy,
  type MarksOfTries,
  marksOfTries,
  rateLocks,
  type TryKeys,
  tryKeysOf,
  windowOf,
} from '#session/server/limits/marks.ts'
import { refusedFor } from '../flow/card/refusedCards.ts'
import { codesAskedMax } from '../../limits.ts'
import { stayStates } from '../../paymentState.ts'
import { codesToAsk, isPaidCode, mayBePaidCode } from '../settle/pix/freed.ts'
import { countsFor } from '../attempts.ts'
import type { Payment } from '../store.ts'
import { isOneOf } from './inState.ts'

/** A card that this payment's acquirer refused. */
export type RefusedCard = {
  readonly brand: string | null
  readonly digits: string | null
  readonly cause: string | null
}

/** What decides, before anything is locked, whether a payment may be tried. */
export type ToPay = {
  payment: Payment
  refused: readonly RefusedCard[]
  /** Codes of its stay that may have been paid, as many as are asked about. */
  codes: readonly StayCode[]
  marks: Marks
}

/** A code that may have been paid; of one that `isPaid` its bank has said so. */
export type StayCode = { readonly attemptId: number; readonly isPaid: boolean }

/**
 * The payment of a token with what its acquirer refused, the codes of its stay, and the marks of who tries. Throws
 * `not_found`.
 */
export async function readToPay(db: Db, token: string, by: { address: string; now: Date }): Promise<ToPay> {
  const since = windowOf('card_address', by.now)
  const key = keyOf({ limit: 'card_address', key: by.address })
  const [row] = (await db.executeQuery(readingToPay(db, { token, key, since }))).rows
  if (!row) throw fail('not_found')
  const { refused, codes, marks, ...payment } = row
  return { payment, refused: refused ?? [], codes: codes ?? [], marks }
}

type Row = Payment & { refused: RefusedCard[] | null; codes: StayCode[] | null; marks: Marks }

const readingToPay = compiled<{ token: string; key: string; since: Date }, Row>((db, value) => {
  const [ticketId, segmentN] = [sql.ref('payment.ticket_id'), sql.ref('payment.segment_n')]
  const codes = codesToAsk({ ticketId, segmentN, except: sql.lit(null), which: mayBePaidCode })
  return db
    .selectFrom('payment')
    .selectAll()
    .select([
      sql<RefusedCard[] | null>`(
        select json_agg(json_build_object('brand', card_brand, 'digits', card_last_digits, 'cause', cause) order by n)
        from attempt where payment_id = payment.id and attempt.state = 'refused')`.as('refused'),
      sql<StayCode[] | null>`(
        select json_agg(json_build_object('attemptId', code.id, 'isPaid', code.is_paid)) from ${codes} as code)`.as(
        'codes',
      ),
      marksBy('card_address', value('key'), value('since')).as('marks'),
    ])
    .where('token', '=', value('token'))
})

/** What speaks against a payment's next attempt. */
export type Against = {
  /** How many attempts count (`countedAttempts`). */
  counted: number
  marks: MarksOfTries
  /** Why the card is not to be sent now; null where it may be. */
  refusedFor: string | null
}

/** What a payment's next attempt depends on, besides the payment. */
export type TriesSoFar = Against & {
  tried: number
  nextId: number
  /** Attempts of the stay by Pix that their bank has called paid, and that are not booked. */
  paidCodes: readonly number[]
}

/** A payment that is locked, and what speaks against its next attempt then. */
export type LockedToTry = { readonly payment: Payment; readonly tries: TriesSoFar }

/**
 * By what a payment is locked, after who tries by the same keys, and then read with them locked: the attempts so far, as they
 * count for the type that was `checked`, the id of the next, the marks of the keys, and what is known of the card, where there
 * is one. Whoever waited finds it as the other left it. Whoever calls locks it next.
 */
export function toTry(checked: Pick<Payment, 'id' | 'payment_type'>, by: Trying): ToTry {
  const turns = rateLocks(by.tries)
  rowInTurn('payment', checked.id)
  return { turns, ...tried(checked, by) }
}

/** Locks the payment alone; what it pays is for its subject to lock. */
export async function lockToTry(db: Db, by: ToTry): Promise<LockedToTry> {
  const [[payment], [tries]] = await inOneWay(db, locking(db, by), readingTries(db, by))
  if (!payment || !tries) throw new Error(`there is no payment ${by.paymentId}`)
  return { payment, tries }
}

/** A payment's row, once it is the turn of who tries by these keys; to be locked by whoever asks. */
export function paymentInTurn(value: Slots<ToTry>): RawBuilder<Payment> {
  return sql<Payment>`
    with turns as materialized (
      select ${lockWithinOf('rate', sql`name`)} as turn from unnest(${value('turns')}::text[]) as named (name))
    select payment.* from (select count(turn) from turns) as taken, payment`
}

const locking = compiled<ToTry, Payment>(
  (_, value) => sql<Payment>`
    ${paymentInTurn(value)} where payment.id = ${value('paymentId')} for no key update of payment`,
)

type Trying = { card: CountedTry | null; tries: readonly CountedTry[]; now: Date }
type Tried = TryKeys & { paymentId: number; type: number; cardKey: string | null; now: Date }
/** What a payment is locked and its tries are read by. */
export type ToTry = Tried & { turns: readonly string[] }

function tried(payment: Pick<Payment, 'id' | 'payment_type'>, { card, tries, now }: Trying): Tried {
  const [paymentId, type] = [payment.id, payment.payment_type]
  return { ...tryKeysOf(tries, now), paymentId, type, cardKey: card && keyOf(card), now }
}

const readingTries = compiled<ToTry, TriesSoFar>((db, value) => db.selectNoFrom(triesOfPayment(value)))

/** What `TriesSoFar` tells, as columns of the statement that follows `paymentInTurn`. */
export function triesOfPayment(value: Slots<Tried>) {
  return [
    sql<number>`(select count(*) from attempt where payment_id = ${value('paymentId')})`.as('tried'),
    sql<number>`nextval('attempt_id_seq')`.as('nextId'),
    countedOf(value).as('counted'),
    marksOfTries(value).as('marks'),
    refusedFor(value('cardKey'), value('now')).as('refusedFor'),
    paidCodesOf(value('paymentId')).as('paidCodes'),
  ] as const
}

function againstOf(value: Slots<Tried>): RawBuilder<Against> {
  return sql<Against>`${countedOf(value)} as counted, ${marksOfTries(value)} as marks,
    ${refusedFor(value('cardKey'), value('now'))} as "refusedFor"`
}

function countedOf(value: Slots<Tried>): RawBuilder<number> {
  return sql`(select count(*) from attempt where payment_id = ${value('paymentId')}
    and ${countsFor(value('type'))})`
}

/** What stands against a payment's next attempt now, with nothing locked; `isTaken`: another payment has its stay. */
export async function readAgainst(
  db: Db,
  payment: Pick<Payment, 'id' | 'payment_type' | 'ticket_id' | 'segment_n'>,
  by: Trying,
): Promise<Against & { isTaken: boolean }> {
  const { ticket_id: ticketId, segment_n: n } = payment
  const [row] = (await db.executeQuery(readingAgainst(db, { ...tried(payment, by), ticketId, n }))).rows
  if (!row) throw new Error('a select without a row')
  return row
}

type OfStay = Tried & { ticketId: number | null; n: number }

const readingAgainst = compiled<OfStay, Against & { isTaken: boolean }>(
  (_, value) => sql<Against & { isTaken: boolean }>`
    select ${againstOf(value)}, exists (
      select from payment other where other.ticket_id = ${value('ticketId')} and other.segment_n = ${value('n')}
        and other.id <> ${value('paymentId')} and ${isOneOf(sql`other.state`, stayStates)}) as "isTaken"`,
)

/** What came to light of a card and of its stay's codes while its cardholder was asked; of a payment that is locked. */
export async function readSince(
  db: Db,
  paymentId: number,
  { card, now }: { card: CountedTry; now: Date },
): Promise<Pick<TriesSoFar, 'paidCodes' | 'refusedFor'>> {
  const { rows } = await sql<Pick<TriesSoFar, 'paidCodes' | 'refusedFor'>>`
    select ${paidCodesOf(sql`${paymentId}`)} as "paidCodes", ${refusedFor(sql`${keyOf(card)}`, sql`${now}`)} as "refusedFor"`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('a select without a row')
  return row
}

/** No more than are asked about: what nobody asks about holds up nobody. */
function paidCodesOf(paymentId: RawBuilder<number>): RawBuilder<readonly number[]> {
  return sql`(select coalesce(json_agg(code.id), '[]') from (
    select attempt.id
    from payment own join payment other on other.ticket_id = own.ticket_id and other.segment_n = own.segment_n
      join attempt on attempt.payment_id = other.id
    where own.id = ${paymentId} and ${isPaidCode}
    order by attempt.id desc limit ${sql.lit(codesAskedMax)}) as code)`
}
