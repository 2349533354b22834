import { causeRow } from '#acquirer/causes.ts'
import type { Db } from '#db/schema.ts'
import type { PayOutcome } from '../../contract.ts'

/**
 * What the driver was told when this payment's acquirer refused this card for good; null when it may be tried. Card
 * brands charge for asking again.
 */
export async function finalRefusal(
  db: Db,
  paymentId: number,
  card: { brand: string; lastDigits: string },
): Promise<string | null> {
  const refused = await db
    .selectFrom('attempt')
    .select('cause')
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'refused')
    .where('card_brand', '=', card.brand)
    .where('card_last_digits', '=', card.lastDigits)
    .execute()
  const rows = refused.map(({ cause }) => (cause === null ? null : causeRow(cause)))
  return rows.find((row) => row?.mayTryAgain === false)?.text ?? null
}

/** The answer to a card that was refused for good: the same as the first time, without an attempt. */
export function refusedAgain(outcome: PayOutcome, reason: string): PayOutcome {
  return { ...outcome, reason, transaction: { ...outcome.transaction, reason } }
}
