import type { ReactNode } from 'react'
import type { WayForward } from '#checkout/wayForward.ts'
import type { WireTransaction } from '../contract.ts'

/** What the payment screens show of the subject, given by its noun. */
export type ShownSubject = {
  /** Above the methods. */
  readonly question: string
  /** In the confirmation of cancelling. */
  readonly cancelText: string
  /** Whether the ticket's number stays in the field after cancelling. */
  readonly keepsTicket: boolean
  /** The money was captured, held or refunded. */
  readonly isDone: boolean
  /** Updates an expired price. Null where the amount is fixed. Throws a `CallFailure`. */
  readonly reprice: ((payment: WireTransaction) => Promise<WireTransaction>) | null
  /** What a payer can do where cards are refused. */
  readonly refused: Exclude<WayForward, 'here'>
  /** Shown where no further card is accepted. */
  readonly exhausted: { readonly title: string; readonly text: string; readonly left: WayForward }
  /** Shown instead of the card screens once the subject has ended; else null. */
  readonly ended: ReactNode
  /** The subject's own card beside the screen; null for a ticket. */
  readonly card: ReactNode
  /** What happens to the money, above the pay button. `onOver`: the time to pay is over. */
  readonly money: (onOver: () => void) => ReactNode
}

export type SubjectOf = (payment: WireTransaction) => ShownSubject
