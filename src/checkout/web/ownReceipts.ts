/** Storage key of receipts of signed-in payments (`payment/web/known/receipts.ts`). */
export const ownReceiptsKey = 'guiche.receipts.own'

/** Removes the receipts of signed-in payments at logout; those of a guest stay (docs/spec.md#r27). */
export function forgetOwnReceipts(): void {
  try {
    localStorage.removeItem(ownReceiptsKey)
  } catch {
    // Storage is blocked.
    return
  }
}
