import { causeRow } from '#acquirer/causes.ts'
import type { RefusedCard } from '../../reads/toPay.ts'

/**
 * What the driver was told when this payment's acquirer refused this card for good; null when it may be tried. Brands charge
 * for asking again. Beside `refused_card`, which knows no card whose refusal came after a lost answer, and not the number of
 * one that was saved.
 */
export function finalRefusal(
  refused: readonly RefusedCard[],
  card: { brand: string; lastDigits: string },
): string | null {
  const same = refused.filter(({ brand, digits }) => brand === card.brand && digits === card.lastDigits)
  const rows = same.map(({ cause }) => (cause === null ? null : causeRow(cause)))
  return rows.find((row) => row?.mayTryAgain === false)?.text ?? null
}
