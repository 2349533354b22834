/** Where receipts of payments made while signed in are kept on this device (`payment/web/known/receipts.ts`). */
export const ownReceiptsKey = 'guiche.receipts.own'

/** Forgets the receipts of payments made while signed in: the person signs out. A guest's stay (docs/spec.md#r27). */
export function forgetOwnReceipts(): void {
  try {
    localStorage.removeItem(ownReceiptsKey)
  } catch {
    // A storage that is forbidden has kept nothing.
    return
  }
}
