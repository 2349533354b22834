/** Kept only in the form. */
export type CardEntry = {
  isNewCard: true
  cardNumber: string
  cardHolderName: string
  cardExpiration: string
  cardCvv: string
  cardSave: boolean
}
