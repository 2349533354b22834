import { type RawBuilder, sql } from 'kysely'

/**
 * The key of a sale that the acquirer made besides, under an order key of ours: as the payment's n-th attempt. No
 * acquirer's key has a plus.
 */
export const otherSaleKey = (orderKey: string, n: number) => `${orderKey}+${n}`

export const isDuplicateSaleKey = (orderKey: string) => orderKey.includes('+')

/**
 * Of an attempt: we asked for it. A sale made besides (`events/otherSale.ts`) is no try of the payer, however late it
 * is found.
 */
export function isOriginalSale(attempt: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(${sql.ref(`${attempt}.order_key`)}, '+') = 0`
}
