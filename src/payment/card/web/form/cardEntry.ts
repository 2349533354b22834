/** What is typed of a card; it lives in the form alone. */
export type CardEntry = {
  isNewCard: true
  cardNumber: string
  cardHolderName: string
  cardExpiration: string
  cardCvv: string
  /** Asked of signed-in people who pay by credit. */
  cardSave: boolean
}
