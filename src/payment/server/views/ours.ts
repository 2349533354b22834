import { type RawBuilder, sql } from 'kysely'

/** The stored order key of a duplicate sale, as the payment's n-th attempt; acquirers' keys have no plus. */
export const otherSaleKey = (orderKey: string, n: number) => `${orderKey}+${n}`

export const isDuplicateSaleKey = (orderKey: string) => orderKey.includes('+')

/** SQL: the attempt is not a duplicate sale (`difference/duplicateSale.ts`), which is no try of the payer. */
export function isOriginalSale(attempt: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(${sql.ref(`${attempt}.order_key`)}, '+') = 0`
}
