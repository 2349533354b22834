import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#db/schema.ts'
import { type PaymentMoney, type RefundBasis, type RefundParts, splitRefund } from '../../paymentMoney.ts'
import type { Payable } from '../payable.ts'
import type { Payment } from '../store.ts'

/** SQL: captured and not refunded of a `payment`; null without an entry. */
export const keptCents = sql<
  number | null
>`(select sum(case ledger.kind when 'capture' then ledger.amount_cents
  else -ledger.amount_cents end)::bigint from ledger where ledger.payment_id = payment.id)`

/** Numbers of `paymentMoneySql`; `taken` is null where the payment has no ledger. */
export type MoneyTuple = readonly [
  taken: number | null,
  returned: number,
  returning: number,
  choice: number,
  chargedBack: number,
]

export function parsePaymentMoney(tuple: MoneyTuple | null): PaymentMoney | null {
  if (tuple === null) return null
  const [takenCents, returnedCents, returningCents, choiceCents, chargedBackCents] = tuple
  if (takenCents === null) return null
  return { takenCents, returnedCents, returningCents, choiceCents, chargedBackCents }
}

/** SQL: what came and went of a payment's captured attempt. */
export function paymentMoneySql(paymentId: RawBuilder<number | null>) {
  return sql<MoneyTuple>`(
    select json_build_array(moved.taken, moved.returned, back.returning, back.choice, disputed.cents)
    from (select
        sum(case when ledger.kind = 'capture' and attempt.state = 'captured' then ledger.amount_cents else 0 end) as taken,
        coalesce(sum(ledger.amount_cents) filter (where ledger.kind = 'refund' and attempt.state = 'captured'), 0) as returned
        from ledger join attempt on attempt.id = ledger.attempt_id where ledger.payment_id = ${paymentId}) as moved,
      (select coalesce(sum(amount_cents) filter (where state = 'asked'), 0) as returning,
        coalesce(sum(choice_cents), 0) as choice
        from refund where payment_id = ${paymentId} and state <> 'refused') as back,
      (select coalesce(sum(amount_cents), 0) as cents from dispute
        where payment_id = ${paymentId} and kind = 'chargeback' and state <> 'won') as disputed)`
}

/** SQL: what refunds that were refused or denied after an instant had taken off a payment before it. */
export function refusedSinceSql(paymentId: RawBuilder<number | null>, at: RawBuilder<Date | null>) {
  return sql<number>`(select coalesce(sum(amount_cents - choice_cents), 0) from refund
    where payment_id = ${paymentId} and state = 'refused' and asked_at <= ${at} and ended_at > ${at})`
}

/** Throws where the payment took nothing. */
export async function readRefundBasis(db: Db, { id, amount_cents }: Payment): Promise<RefundBasis> {
  const { rows } = await sql<{ money: MoneyTuple; over: number }>`
    select ${paymentMoneySql(sql`${id}::bigint`)} as money, (select coalesce(sum(over_cents), 0)
      from refund where payment_id = ${id} and state <> 'refused')::bigint as over`.execute(db)
  const money = parsePaymentMoney(rows[0]?.money ?? null)
  if (money === null) throw new Error(`payment ${id} took nothing`)
  return { ...money, amountCents: amount_cents, overBackCents: rows[0]?.over ?? 0 }
}

type WantedRefund = { payment: Payment; cents: number; isByStaff: boolean; now: Date }

/** The payment is locked; locks its stay. */
export async function computeRefundParts(
  tx: Tx,
  subject: Payable,
  wanted: WantedRefund,
): Promise<RefundParts> {
  const { payment, cents, isByStaff, now } = wanted
  const stayOverCents = await subject.lockOver(tx, payment, now)
  return splitRefund(await readRefundBasis(tx, payment), { cents, stayOverCents, isByStaff })
}
