import type { ReceiptDeps } from '#receipt/server/deps.ts'
import type { TicketDeps } from '#ticket/server/deps.ts'

export type SearchDeps = ReceiptDeps & Pick<TicketDeps, 'reservedStay'>
