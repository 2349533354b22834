/** Reserved money and its ending. */
const money = `
  hold HoldBill HoldConfig HoldEnding HoldTerms holdCents hold_cents holdMs on_hold isHold isOnHold
  openHold bindHold loadHoldBill endHold endHoldJob endHoldKind end_hold releaseUnowedHold retryHoldLater
  applyHold applyHoldCapture applyHoldOutcome applyHoldRelease applyHoldVoid reverseHoldCapture
  enqueueHoldEnding postponeHoldEnding recordHoldEnding retryHoldEnding sendHoldEnding
  held isHeld becomeHeld mayBeHeld isHeldFirst isPaidOrHeld findHeldAttempt`

/** How long a space waits for its hold: stored, and on the wire. */
const minutes = 'holdMinutes reserveHoldMinutes'

/** The cardholder; the acquirer's and the wire's spelling. */
const card = 'cardholder useCardholderName awaiting_cardholder cardHolderName'

/** Every word of the code with *hold* in it, which means money and nothing else. */
export const holdWords: ReadonlySet<string> = new Set(
  `${money} ${minutes} ${card} placeholder ProofPlaceholder`.trim().split(/\s+/),
)
