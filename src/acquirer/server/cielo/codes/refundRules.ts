import { brandRow } from '../../../brands.ts'
import type { RefundFailureCause, RefundRules } from '../../../refundRules.ts'
import { tomorrowAtCielo } from './cieloDay.ts'
import { voidMeaning } from './voidCodes.ts'

/** Since September 2026 (src/acquirer/server/cielo/README.md#5-void); debit: the brand's row. */
const creditDays = 330

/** Cielo's refund rules for cards (src/acquirer/server/cielo/README.md#5-void). */
export const cieloRefundRules: RefundRules = {
  terms: ({ method, brand, soldAt }) => ({
    days: (method === 'debit' ? brandRow(brand)?.debitReturnDays : undefined) ?? creditDays,
    parts: method === 'debit' ? 'once' : 'any',
    partsFrom: tomorrowAtCielo(soldAt),
  }),
  causeOf: (code) => (code === null ? 'never' : causeOf(code)),
}

function causeOf(code: string): RefundFailureCause {
  // API errors: not available to void, and an amount that is not accepted.
  if (code === '309' || code === '108') return 'rest'
  const meaning = voidMeaning(code)
  if (meaning === 'no_balance') return 'balance'
  return meaning === 'over' ? 'over' : 'never'
}
