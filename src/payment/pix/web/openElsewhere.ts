import { call } from '#kit/web/call/call.ts'
import { pay } from '../../contract.ts'
import type { PayOutcome, WireTransaction } from '../../contract.ts'
import { methodRow } from '../../method.ts'

/**
 * Opens what is paid at the payer's bank, for the amount that the payment shows; what is open is answered as it is. Throws a
 * `CallFailure`.
 */
export async function openElsewhere(payment: WireTransaction): Promise<PayOutcome> {
  const { ws_token: token, value, payment_type } = payment
  const { instrument: method } = methodRow(payment_type)
  if (method === 'card') throw new Error('a card is typed or chosen first')
  return (await call(pay, { params: { token }, body: { method, value } })).data
}
