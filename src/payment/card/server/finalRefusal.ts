import { causeRow } from '#acquirer/causes.ts'
import type { RefusedCard } from '../../server/attempt/preflight.ts'

/**
 * What the driver was told when this payment's acquirer refused this card for good; null when it may be tried. Brands charge
 * for asking again. Beside `refused_card`, which does not know the number of a card that was saved, nor a card whose refusal
 * came to light more than a day after its answer was lost.
 */
export function finalRefusal(
  refused: readonly RefusedCard[],
  card: { brand: string; lastDigits: string },
): string | null {
  const same = refused.filter(({ brand, digits }) => brand === card.brand && digits === card.lastDigits)
  const rows = same.map(({ cause }) => (cause === null ? null : causeRow(cause)))
  return rows.find((row) => row?.mayTryAgain === false)?.text ?? null
}
