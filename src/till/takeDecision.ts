import type { Stay } from '#ticket/stay.ts'

/** What is known of a ticket when somebody pays at the counter; undone takes count no more. */
export type TakeFacts = {
  readonly isReserved: boolean
  /** A payment was sent for money. */
  readonly isBeingPaid: boolean
  readonly stay: Pick<Stay, 'state' | 'dueCents'>
  /** What a car that left owing still owes, in centavos; null for any other. */
  readonly debtCents: number | null
}

type TakeRefusal = 'ticket_reserved' | 'already_paid' | 'nothing_due' | 'payment_in_flight'

type Refusal = { readonly name: TakeRefusal; readonly applies: (facts: TakeFacts) => boolean }

/** In this order. */
const refusals: readonly Refusal[] = [
  { name: 'ticket_reserved', applies: ({ isReserved }) => isReserved },
  { name: 'already_paid', applies: ({ stay, debtCents }) => stay.state === 'paid' || isSettled(debtCents) },
  { name: 'nothing_due', applies: (facts) => centsToTake(facts) === 0 },
  { name: 'payment_in_flight', applies: ({ isBeingPaid }) => isBeingPaid },
]

function isSettled(debtCents: number | null): boolean {
  return debtCents !== null && debtCents <= 0
}

/** The whole amount, in centavos. */
export function centsToTake({ stay, debtCents }: TakeFacts): number {
  return debtCents === null ? stay.dueCents : Math.max(0, debtCents)
}

/** Why a till takes nothing for the ticket; null if it does. */
export function findTakeRefusal(facts: TakeFacts): TakeRefusal | null {
  return refusals.find(({ applies }) => applies(facts))?.name ?? null
}

/** Centavos above the amount that a customer may hand over. */
const mostChangeCents = 100_000

/** Why the cash that was handed over cannot be; null if it can. */
export function receivedProblem(receivedCents: number, amountCents: number): string | null {
  if (receivedCents < amountCents) return 'O recebido é menor que o valor.'
  if (receivedCents > amountCents + mostChangeCents)
    return 'O recebido passa do valor em mais de R$ 1.000,00.'
  return null
}
