import { type RawBuilder, sql } from 'kysely'

/** The order key of a duplicate sale; acquirers' keys have no plus. */
export const otherSaleKey = (orderKey: string, n: number) => `${orderKey}+${n}`

export const isDuplicateSaleKey = (orderKey: string) => orderKey.includes('+')

/** SQL: not a duplicate sale (`difference/duplicateSale.ts`). */
export function isOriginalSale(attempt: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(${sql.ref(`${attempt}.order_key`)}, '+') = 0`
}
