import { fail } from '#kit/fail.ts'
import type { WireTransaction, SubjectShown } from '../../contract.ts'
import type { PaymentDeps } from '../deps.ts'
import { type PaymentShown, shownByToken } from '../views/paymentShown.ts'
import { wireShown } from '../view.ts'
import { type Bearer, isForeign } from '../bearer.ts'

type Read = WireTransaction & { mine?: false }

/** The payment for the bearer of its token; others than its owner see only the state. Throws `not_found`. */
export async function readPayment(deps: PaymentDeps, by: Bearer): Promise<Read> {
  const found = await shownByToken(deps.db, by.token)
  if (!found) throw fail('not_found')
  return readShown(deps, found, by)
}

/** As `readPayment`, for a payment that was just read. */
export async function readShown(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'subject'>,
  found: PaymentShown,
  by: Pick<Bearer, 'userId'>,
): Promise<Read> {
  const whole = await wireShown(deps, found)
  return isForeign(found.payment, by) ? minimalTransaction(whole, deps.subject.hidden) : whole
}

function minimalTransaction(transaction: WireTransaction, shown: SubjectShown): Read {
  const card = { card_brand: null, card_last_digits: null, pix: null, attempt: null, attempts_left: 0 }
  const vehicle = { vehicle_name: null, vehicle_license_plate: null }
  const hidden = { ...card, ...vehicle, reason: null, protocol: null, receipt_to: null }
  return { ...transaction, ...hidden, mine: false, ...shown }
}
