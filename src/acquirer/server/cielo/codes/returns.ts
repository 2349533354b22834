import type { ReturnCause, Returns } from '../../../returns.ts'
import { brandRow } from '../../../brands.ts'
import { tomorrowAtCielo } from './tomorrow.ts'
import { voidMeaning } from './voidCodes.ts'

/** Since September 2026 (src/acquirer/server/cielo/README.md#5-void); for debit the brand's row says it. */
const creditDays = 330

/** On which terms Cielo gives a card's money back, and its noes (src/acquirer/server/cielo/README.md#5-void). */
export const cieloReturns: Returns = {
  terms: ({ method, brand, soldAt }) => ({
    days: (method === 'debit' ? brandRow(brand)?.debitReturnDays : undefined) ?? creditDays,
    parts: method === 'debit' ? 'once' : 'any',
    partsFrom: tomorrowAtCielo(soldAt),
  }),
  causeOf: (code) => (code === null ? 'never' : causeOf(code)),
}

function causeOf(code: string): ReturnCause {
  // The API's own: not available to be voided, and an amount that it does not take.
  if (code === '309' || code === '108') return 'rest'
  const meaning = voidMeaning(code)
  if (meaning === 'no_balance') return 'balance'
  return meaning === 'over' ? 'over' : 'never'
}
