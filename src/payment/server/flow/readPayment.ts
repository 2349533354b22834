import { setTimeout as wait } from 'node:timers/promises'
import type { Endpoint } from '#kit/endpoint.ts'
import { fail, Fail } from '#kit/fail.ts'
import type { PayOutcome, SubjectShown, WireTransaction } from '../../contract.ts'
import { type Bearer, isForeign } from '../bearer.ts'
import type { PaymentDeps } from '../deps.ts'
import { type Payment, paymentById } from '../store.ts'
import { payOutcome, wireShown } from '../view.ts'
import { type PaymentShown, shownByToken } from '../views/paymentShown.ts'

const outcomePatienceMs = 5_000
const lookEveryMs = 100

/** Waits up to 5 s for the first call's outcome. Polls the database: that call may run in another process. */
export async function waitForOutcome(deps: PaymentDeps, payment: Payment): Promise<PayOutcome> {
  let current = await paymentById(deps.db, payment.id)
  const until = performance.now() + outcomePatienceMs
  while (current.state === 'authorising' && performance.now() < until) {
    await wait(lookEveryMs)
    current = await paymentById(deps.db, payment.id)
  }
  return payOutcome(deps, current)
}

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

/** Adds the current transaction to a conflict (409) of `work` without data (docs/spec.md#errors). */
export async function withFreshTransaction<T>(
  deps: PaymentDeps,
  by: Bearer,
  { errors }: Pick<Endpoint, 'errors'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Fail) || errors?.[error.fail] !== 409 || error.detail.data !== undefined)
      throw error
    throw new Fail(error.fail, { ...error.detail, data: await readPayment(deps, by) })
  }
}
