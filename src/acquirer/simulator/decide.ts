/** What the simulated issuer decides. `returnCode` and `message` as acquirer.md 1.16 shows them. */
export type Decision = {
  readonly approved: boolean
  readonly returnCode: string
  readonly message: string
  /** Answer Status 0 and code 99 first, although the money was taken. */
  readonly silent: boolean
}

const refusals: Readonly<Record<string, readonly [string, string]>> = {
  2: ['05', 'Not Authorized'],
  3: ['57', 'Card Expired'],
  5: ['78', 'Blocked Card'],
  7: ['77', 'Card Canceled'],
  8: ['70', 'Problems with Creditcard'],
}

/** Cards of Cielo's 3DS test table decide by the authentication, not by their last digit (acquirer.md 1.10). */
const authenticationCards = new Set([
  '4000000000002503', '5200000000002151', '6505290000002190', '4000000000002701', '5200000000002235',
  '6505290000002000', '4000000000001091', '5200000000001096', '6505290000001234', '4000000000001000',
  '5200000000001005',
])

/** The digit that decides a card's fate; a card of the 3DS table counts as one that is approved. */
export function decidingDigit(cardNumber: string): string {
  return authenticationCards.has(cardNumber) ? '1' : cardNumber.slice(-1)
}

/**
 * The sandbox's rule: the last digit decides. 0, 1, 4 and (the sandbox is random there) 9 are approved; 6
 * never answers, yet the money is taken, so that somebody has to find out.
 */
export function decide(digit: string): Decision {
  const refusal = refusals[digit]
  if (refusal) return { approved: false, returnCode: refusal[0], message: refusal[1], silent: false }
  return { approved: true, returnCode: '', message: 'Operation Successful', silent: digit === '6' }
}
