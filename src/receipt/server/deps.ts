import type { BackOfficePaymentDeps } from '#review/server/backoffice/deps.ts'
import type { OperatorTimeZone } from '#staff/server/lists.ts'
import type { ReceiptKeys } from './proof/receiptKeys.ts'

export type ReceiptDeps = BackOfficePaymentDeps & {
  readonly receiptKeys: ReceiptKeys
  readonly operatorTimeZone: OperatorTimeZone
}
