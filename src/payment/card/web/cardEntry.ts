/** A typed card, kept only in the form. */
export type CardEntry = {
  isNewCard: true
  cardNumber: string
  cardHolderName: string
  cardExpiration: string
  cardCvv: string
  /** Offered to signed-in users who pay by credit. */
  cardSave: boolean
}
