import { call } from '#kit/web/call/call.ts'
import { pay } from '../../contract.ts'
import type { PayOutcome, WireTransaction } from '../../contract.ts'

/** Opens the Pix of a payment for the amount that it shows; one that is open is answered as it is. Throws a `CallFailure`. */
export async function openPix({ ws_token: token, value }: WireTransaction): Promise<PayOutcome> {
  return (await call(pay, { params: { token }, body: { method: 'pix', value } })).data
}
