import { limits } from '#session/limits.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { isStayTaken, readAttemptContext, type RefusedCard } from '../../server/attempt/preflight.ts'
import { countedAttempts } from '../../server/attempt/attempts.ts'
import type { Payment } from '../../server/store.ts'
import type { By } from '../../server/attempt/startAttempt.ts'
import { type CardEntry, cardTry, secondsUntilAllowed, triesOf } from '../../server/attempt/cardTries.ts'
import { causeRow } from '#acquirer/causes.ts'

/** Whether `startAttempt` would refuse this card, so that no bank is queried in vain. */
export async function wouldBeRefused(deps: PaymentDeps, payment: Payment, by: By & { card: CardEntry }) {
  if (by.seenCents !== null && by.seenCents !== payment.amount_cents) return true
  const now = deps.clock.now()
  const tries = triesOf(deps.cardNumberKey, by.card, by)
  const card = cardTry(deps.cardNumberKey, by.card)
  if (await isStayTaken(deps.db, payment)) return true
  const against = await readAttemptContext(deps.db, { card, tries, now })
  if (against.refusedFor !== null) return true
  if (secondsUntilAllowed(tries, against.marks, now) !== null) return true
  return (await countedAttempts(deps.db, payment)) >= limits.card_payment.max
}

/** The card's final refusal within the payment; brands charge for retries. */
export function finalRefusal(refused: readonly RefusedCard[], card: { brand: string; lastDigits: string }) {
  const same = refused.filter(({ brand, digits }) => brand === card.brand && digits === card.lastDigits)
  const rows = same.map(({ cause }) => (cause === null ? null : causeRow(cause)))
  return rows.find((row) => row?.mayTryAgain === false)?.text ?? null
}
