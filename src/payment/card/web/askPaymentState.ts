import { call } from '#kit/web/call/call.ts'
import { ignoreCallFailure } from '#kit/web/failure.ts'
import { readTransaction, type PayOutcome, type WireTransaction } from '../../contract.ts'
import { isDefiniteState } from '../../local/paymentDisplay.ts'
import { isAuthenticating } from '../../method/authenticationOutcomes.ts'
import { isPaidOrHeld } from '../../paymentState.ts'

const askAfterMs = 10_000
const askEveryMs = 5_000

type Asked = { readonly isAuthenticated: boolean; readonly signal: AbortSignal }

/** Asks beside an unanswered `pay`. Resolves with the first state that answers it; never rejects (docs/spec.md#r49). */
export function askPaymentState(
  { ws_token: token, attempts_left: attemptsLeft }: WireTransaction,
  { isAuthenticated, signal }: Asked,
): Promise<PayOutcome> {
  return new Promise((resolve) => {
    const ask = async () => {
      const { data } = await call(readTransaction, { params: { token }, signal })
      if (data.mine === false) return
      if (isDefiniteState(data.state, data.attempts_left < attemptsLeft, isAuthenticated))
        resolve(outcomeOf(data))
    }
    const askAgain = () => {
      ask().catch(ignoreCallFailure)
      timer = setTimeout(askAgain, askEveryMs)
    }
    let timer = setTimeout(askAgain, askAfterMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
  })
}

/** As `pay` would have answered. */
function outcomeOf(transaction: WireTransaction): PayOutcome {
  return {
    ok: isPaidOrHeld(transaction.state),
    reason: transaction.reason,
    needs_reload: false,
    authUrl: transaction.state === 'awaiting_cardholder' ? (transaction.attempt?.authUrl ?? null) : null,
    authenticate: isAuthenticating(transaction),
    transaction,
  }
}
