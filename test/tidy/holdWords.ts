/** Money reserved, and what becomes of it. */
const money = `
  hold Hold HoldBill holdCents hold_cents holdMs onHold on_hold
  openHold bindHold bookHold applyToHold bookHoldCapture endHold endHoldJob endHoldKind end_hold
  held isHeld stillHeld becomeHeld mayBeHeld isHeldFirst isPaidOrHeld heldAttempt heldBill`

/** How long a space waits for its hold: stored, and on the wire. */
const minutes = 'holdMinutes reserveHoldMinutes'

/** Whose card it is; then as the acquirer and as the wire write it. */
const card = 'cardholder awaiting_cardholder cardHolderName'

/** Every word of the code with *hold* in it, which means money and nothing else. */
export const holdWords: ReadonlySet<string> = new Set(
  `${money} ${minutes} ${card} placeholder`.trim().split(/\s+/),
)
