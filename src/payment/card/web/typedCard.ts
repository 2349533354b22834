import { createPersonalStore } from '#kit/web/state/personal.ts'

type TypedCard = { cardNumber: string; cardHolderName: string; cardExpiration: string }

/** In memory, while the payer's data are typed again. */
const typedCard = createPersonalStore<{ code: string; card: TypedCard } | null>(null)

export function keepTypedCard(code: string, { cardNumber, cardHolderName, cardExpiration }: TypedCard): void {
  typedCard.set({ code, card: { cardNumber, cardHolderName, cardExpiration } })
}

export function takeTypedCard(code: string): TypedCard | null {
  const kept = typedCard.get()
  if (kept?.code !== code) return null
  typedCard.set(null)
  return kept.card
}
