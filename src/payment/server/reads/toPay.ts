import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { inOneWay } from '#kit/server/db/line/inOneWay.ts'
import { rowInTurn } from '#kit/server/db/locks.ts'
import { type Counted, type Marks, marksSince, rateLock } from '#session/server/limits/marks.ts'
import { refusedFor } from '../flow/card/refusedCards.ts'
import { paidAs, type Payment } from '../store.ts'

/** A card that this payment's acquirer refused. */
export type RefusedCard = {
  readonly brand: string | null
  readonly digits: string | null
  readonly cause: string | null
}

/** What decides, before anything is locked, whether a payment may be tried. */
export type ToPay = { payment: Payment; refused: readonly RefusedCard[]; marks: Marks }

/** The payment of a token with what its acquirer refused, and the marks of who tries. Throws `not_found`. */
export async function readToPay(db: Db, token: string, by: { counted: Counted; now: Date }): Promise<ToPay> {
  const row = await db
    .selectFrom('payment')
    .selectAll()
    .select([
      sql<RefusedCard[] | null>`(
        select json_agg(json_build_object('brand', card_brand, 'digits', card_last_digits, 'cause', cause) order by n)
        from attempt where payment_id = payment.id and attempt.state = 'refused')`.as('refused'),
      marksSince(by.counted, by.now).as('marks'),
    ])
    .where('token', '=', token)
    .executeTakeFirst()
  if (!row) throw fail('not_found')
  const { refused, marks, ...payment } = row
  return { payment, refused: refused ?? [], marks }
}

/** What a payment's next attempt depends on, besides the payment. */
export type TriesSoFar = {
  tried: number
  /** How many of them count (`attemptsOf`). */
  counted: number
  nextId: number
  marks: readonly Marks[]
  /** Why the card is not to be sent now; null where it may be. */
  refusedFor: string | null
}

/**
 * Locks a payment after who tries by the same keys; whoever waited finds it as the other left it. Then, with payment and keys
 * locked: the attempts so far, as they count for the type that was `checked`, the id of the next, the marks of the keys, and
 * what is known of the card, where there is one. `ahead` is asked next.
 */
export async function lockAndReadTries(
  db: Db,
  checked: Pick<Payment, 'id' | 'payment_type'>,
  by: { card: Counted | null; tries: readonly Counted[]; now: Date },
  ahead: readonly CompiledQuery<unknown>[],
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

function triesOf(
  { id: paymentId, payment_type: type }: Pick<Payment, 'id' | 'payment_type'>,
  by: { card: Counted | null; tries: readonly Counted[]; now: Date },
): RawBuilder<TriesSoFar> {
  const marks = by.tries.map((counted) => marksSince(counted, by.now))
  return sql<TriesSoFar>`
    select (select count(*) from attempt where payment_id = ${paymentId}) as tried,
      (select count(*) from attempt where payment_id = ${paymentId} and cause is distinct from 'setup'
        and ${paidAs(type)}) as counted,
      nextval(pg_get_serial_sequence('attempt', 'id')) as "nextId", json_build_array(${sql.join(marks)}) as marks,
      ${by.card ? refusedFor(by.card, by.now) : sql.lit(null)} as "refusedFor"`
}
