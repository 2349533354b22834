/** Written by `payment/web/known/receipts.ts`. */
export const ownReceiptsKey = 'guiche.receipts.own'

/** At logout; receipts of a guest stay (docs/spec.md#r27). */
export function forgetOwnReceipts(): void {
  try {
    localStorage.removeItem(ownReceiptsKey)
  } catch {
    // Storage is blocked.
    return
  }
}
