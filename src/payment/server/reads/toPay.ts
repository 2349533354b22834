import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { inOneWay } from '#kit/server/db/line/inOneWay.ts'
import { rowInTurn } from '#kit/server/db/locks.ts'
import { type Counted, type Marks, marksSince, rateLock } from '#session/server/limits/marks.ts'
import { refusedFor } from '../flow/card/refusedCards.ts'
import { codesAskedMax } from '../../limits.ts'
import { stayStates } from '../../paymentState.ts'
import { codesToAsk, isPaidCode, mayBePaidCode } from '../settle/pix/freed.ts'
import { paidAs, type Payment } from '../store.ts'

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
export async function readToPay(db: Db, token: string, by: { counted: Counted; now: Date }): Promise<ToPay> {
  const [ticketId, segmentN] = [sql.ref('payment.ticket_id'), sql.ref('payment.segment_n')]
  const codes = codesToAsk({ ticketId, segmentN, except: sql.lit(null), which: mayBePaidCode })
  const row = await db
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
      marksSince(by.counted, by.now).as('marks'),
    ])
    .where('token', '=', token)
    .executeTakeFirst()
  if (!row) throw fail('not_found')
  const { refused, codes: found, marks, ...payment } = row
  return { payment, refused: refused ?? [], codes: found ?? [], marks }
}

/** What speaks against a payment's next attempt. */
export type Against = {
  /** How many attempts count (`attemptsOf`). */
  counted: number
  marks: readonly Marks[]
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

/**
 * Locks a payment after who tries by the same keys; whoever waited finds it as the other left it. Then, with payment and keys
 * locked: the attempts so far, as they count for the type that was `checked`, the id of the next, the marks of the keys, and
 * what is known of the card, where there is one. `ahead` is asked next.
 */
export async function lockAndReadTries(
  db: Db,
  checked: Pick<Payment, 'id' | 'payment_type'>,
  by: Trying,
  ahead: readonly CompiledQuery[],
): Promise<{ payment: Payment; tries: TriesSoFar }> {
  const lock = locking(checked.id, by.tries)
  const [[payment], [tries]] = await inOneWay(db, lock.compile(db), triesOf(checked, by).compile(db), ahead)
  if (!payment || !tries) throw new Error(`there is no payment ${checked.id}`)
  return { payment, tries }
}

function locking(paymentId: number, tries: readonly Counted[]): RawBuilder<Payment> {
  const turns: RawBuilder<unknown>[] = tries.map(rateLock)
  rowInTurn('payment', paymentId)
  return sql<Payment>`
    with turns as materialized (select ${sql.join(turns)})
    select payment.* from turns, payment where payment.id = ${paymentId} for no key update of payment`
}

type Trying = { card: Counted | null; tries: readonly Counted[]; now: Date }

function triesOf(payment: Pick<Payment, 'id' | 'payment_type'>, by: Trying): RawBuilder<TriesSoFar> {
  return sql<TriesSoFar>`
    select (select count(*) from attempt where payment_id = ${payment.id}) as tried,
      nextval(pg_get_serial_sequence('attempt', 'id')) as "nextId", ${againstOf(payment, by)},
      ${paidCodesOf(payment.id)} as "paidCodes"`
}

function againstOf(
  { id: paymentId, payment_type: type }: Pick<Payment, 'id' | 'payment_type'>,
  { card, tries, now }: Trying,
): RawBuilder<Against> {
  const marks = tries.map((counted) => marksSince(counted, now))
  return sql<Against>`(select count(*) from attempt where payment_id = ${paymentId} and cause is distinct from 'setup'
        and ${paidAs(type)}) as counted,
      json_build_array(${sql.join(marks)}) as marks,
      ${card ? refusedFor(card, now) : sql.lit(null)} as "refusedFor"`
}

/** What stands against a payment's next attempt now, with nothing locked; `isTaken`: another payment has its stay. */
export async function readAgainst(
  db: Db,
  payment: Pick<Payment, 'id' | 'payment_type' | 'ticket_id' | 'segment_n'>,
  by: Trying,
): Promise<Against & { isTaken: boolean }> {
  const { rows } = await sql<Against & { isTaken: boolean }>`
    select ${againstOf(payment, by)}, exists (
      select from payment other where other.ticket_id = ${payment.ticket_id} and other.segment_n = ${payment.segment_n}
        and other.id <> ${payment.id} and other.state in (${sql.join([...stayStates])})) as "isTaken"`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('a select without a row')
  return row
}

/** What came to light of a card and of its stay's codes while its cardholder was asked; of a payment that is locked. */
export async function readSince(
  db: Db,
  paymentId: number,
  { card, now }: { card: Counted; now: Date },
): Promise<Pick<TriesSoFar, 'paidCodes' | 'refusedFor'>> {
  const { rows } = await sql<Pick<TriesSoFar, 'paidCodes' | 'refusedFor'>>`
    select ${paidCodesOf(paymentId)} as "paidCodes", ${refusedFor(card, now)} as "refusedFor"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without a row')
  return row
}

/** No more than are asked about: what nobody asks about holds up nobody. */
function paidCodesOf(paymentId: number): RawBuilder<readonly number[]> {
  return sql`(select coalesce(json_agg(code.id), '[]') from (
    select attempt.id
    from payment own join payment other on other.ticket_id = own.ticket_id and other.segment_n = own.segment_n
      join attempt on attempt.payment_id = other.id
    where own.id = ${paymentId} and ${isPaidCode}
    order by attempt.id desc limit ${sql.lit(codesAskedMax)}) as code)`
}
