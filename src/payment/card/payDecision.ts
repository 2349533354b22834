type PayFacts = {
  /** Whether the payment waits for its cardholder. */
  readonly hasOpen: boolean
  readonly canPay: boolean
  /** Whether the caller saw another method. */
  readonly isMethodChanged: boolean
  readonly isByCard: boolean
  readonly isOffered: boolean
}

type PayDecision = 'wait' | 'method_changed' | 'not_by_card' | 'method_closed' | 'begin' | 'continue'

/** What a call to pay by card does before its card is read. */
export function decidePay({ hasOpen, canPay, isMethodChanged, isByCard, isOffered }: PayFacts): PayDecision {
  if (!hasOpen && !canPay) return 'wait'
  if (isMethodChanged) return 'method_changed'
  if (!isByCard) return 'not_by_card'
  // An open authentication continues although its method was disabled.
  if (hasOpen) return 'continue'
  return isOffered ? 'begin' : 'method_closed'
}

type AuthenticationDecision<Open, Report> =
  | { readonly step: 'begin' | 'answer_ended' | 'answer_open' }
  | { readonly step: 'replace'; readonly open: Open }
  | { readonly step: 'finish'; readonly open: Open; readonly report: Report }

/** What a call does to the open authentication; with a report it is the second call, after the cardholder's bank. */
export function decideAuthentication<Open, Report>(
  open: Open | null,
  report: Report | null,
  isSameCard: boolean,
): AuthenticationDecision<Open, Report> {
  if (report !== null) return open === null ? { step: 'answer_ended' } : { step: 'finish', open, report }
  if (open === null) return { step: 'begin' }
  return isSameCard ? { step: 'answer_open' } : { step: 'replace', open }
}
