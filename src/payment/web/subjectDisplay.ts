import type { ReactNode } from 'react'
import type { WayForward } from '#checkout/wayForward.ts'
import type { WireTransaction } from '../contract.ts'

export type SubjectDisplay = {
  readonly question: string
  readonly cancelText: string
  readonly keepsTicket: boolean
  /** The money was captured, held or refunded. */
  readonly isDone: boolean
  /** Null where the amount is fixed. Throws a `CallFailure`. */
  readonly reprice: ((payment: WireTransaction) => Promise<WireTransaction>) | null
  readonly wayAfterRefusal: Exclude<WayForward, 'retry'>
  readonly exhausted: { readonly title: string; readonly text: string; readonly way: WayForward }
  readonly endedNotice: ReactNode
  /** Null for a ticket. */
  readonly card: ReactNode
  readonly renderPriceDetails: (onOver: () => void) => ReactNode
}

export type SubjectOf = (payment: WireTransaction) => SubjectDisplay
