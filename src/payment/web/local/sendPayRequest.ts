import { CallFailure } from '#kit/web/failure.ts'
import type { WireTransaction } from '../../contract.ts'
import { isDefiniteRefusal } from '../../local/paymentDisplay.ts'
import { clearSentPayment, findSentPayment, recordRequestEnded, recordSentPayment } from './sentPayments.ts'

/** Sends a call that takes money. Until a definite answer, no screen offers another payment (docs/spec.md#r27). */
export async function sendPayRequest<T>(
  payment: WireTransaction,
  send: () => Promise<T>,
  isDefiniteAnswer: (answer: T) => boolean,
  isAuthenticated = false,
): Promise<T> {
  const { ws_token: token } = payment
  recordSentPayment(payment, isAuthenticated)
  try {
    const answer = await send()
    if (isDefiniteAnswer(answer)) clearSentPayment(token)
    return answer
  } catch (failure) {
    const earlier = findSentPayment(token)?.earlier === true
    if (failure instanceof CallFailure && isDefiniteRefusal(failure, earlier)) clearSentPayment(token)
    throw failure
  } finally {
    recordRequestEnded(token)
  }
}
