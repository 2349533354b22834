import { call } from '#kit/web/call/call.ts'
import { waitForUserId } from '#session/web/lastKnownUser.ts'
import { pay, type PayOutcome, type WireTransaction } from '../../contract.ts'
import { methodRow } from '../../method/method.ts'

/** Throws a `CallFailure`. */
export async function startPix(payment: WireTransaction): Promise<PayOutcome> {
  const { ws_token: token, value, payment_type } = payment
  const { instrument: method } = methodRow(payment_type)
  if (method === 'card') throw new Error('a card is typed or chosen first')
  return (await call(pay, { params: { token }, body: { method, value, person: await waitForUserId() } })).data
}
