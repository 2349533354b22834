import { causeRow } from '#acquirer/causes.ts'
import type { PayOutcome } from '../../contract.ts'
import type { RefusedCard } from '../reads/toPay.ts'

/**
 * What the driver was told when this payment's acquirer refused this card for good; null when it may be tried. Card
 * brands charge for asking again.
 */
export function finalRefusal(
  refused: readonly RefusedCard[],
  card: { brand: string; lastDigits: string },
): string | null {
  const same = refused.filter(({ brand, digits }) => brand === card.brand && digits === card.lastDigits)
  const rows = same.map(({ cause }) => (cause === null ? null : causeRow(cause)))
  return rows.find((row) => row?.mayTryAgain === false)?.text ?? null
}

/** The answer to a card that was refused for good: the same as the first time, without an attempt. */
export function refusedAgain(outcome: PayOutcome, reason: string): PayOutcome {
  return { ...outcome, reason, transaction: { ...outcome.transaction, reason } }
}
