import type { ReactNode } from 'react'
import type { WayForward } from '#checkout/wayForward.ts'
import type { WireTransaction } from '../contract.ts'

/** What the screens of a payment show of the thing that is paid. Its noun says so; the pages are given it. */
export type ShownSubject = {
  /** Above the ways to pay. */
  readonly question: string
  /** What cancelling the payment means, beneath the question whether to. */
  readonly cancelText: string
  /** The ticket outlives the payment: its number stays in the field when the payment is cancelled. */
  readonly keepsTicket: boolean
  /** The card screens are over: the money was taken, is held, or has gone back. */
  readonly isDone: boolean
  /** Puts the price of now in the place of one that is over. Null where the amount never changes. Throws a `CallFailure`. */
  readonly reprice: ((payment: WireTransaction) => Promise<WireTransaction>) | null
  /** What is left when cards are refused, and where the portal itself takes none now. */
  readonly refused: Exclude<WayForward, 'here'>
  /** Said in the form's place when no further card is taken for the payment. */
  readonly exhausted: { readonly title: string; readonly text: string; readonly left: WayForward }
  /** In the place of the card screens, when the thing itself has ended; null while it has not. */
  readonly ended: ReactNode
  /** The thing's own card beside the screen; null where it is the ticket that the customer carries. */
  readonly card: ReactNode
  /** What happens to the money, said before PAGAR. `onOver`: the time to pay has passed. */
  readonly money: (onOver: () => void) => ReactNode
}

export type SubjectOf = (payment: WireTransaction) => ShownSubject
