import type { BackOfficePaymentDeps } from '#review/server/backoffice/deps.ts'
import type { ReceiptKeys } from './proof/receiptKeys.ts'

/** Built once in app/server/deps.ts. */
export type ReceiptDeps = BackOfficePaymentDeps & { readonly receiptKeys: ReceiptKeys }
