import { CallFailure } from '#kit/web/failure.ts'
import type { WireTransaction } from '../../contract.ts'
import { isDefiniteRefusal } from '../../known/paymentDisplay.ts'
import { clearSent, findSent, recordReturned, recordSent } from './sent.ts'

/** Sends a call that takes money. Until a definite answer, no screen offers another payment (docs/spec.md#r27). */
export async function sendRecorded<T>(
  payment: WireTransaction,
  send: () => Promise<T>,
  isDefiniteAnswer: (answer: T) => boolean,
): Promise<T> {
  const { ws_token: token } = payment
  recordSent(payment)
  try {
    const answer = await send()
    if (isDefiniteAnswer(answer)) clearSent(token)
    return answer
  } catch (failure) {
    const earlier = findSent(token)?.earlier === true
    if (failure instanceof CallFailure && isDefiniteRefusal(failure, earlier)) clearSent(token)
    throw failure
  } finally {
    recordReturned(token)
  }
}
