import { setTimeout as wait } from 'node:timers/promises'
import type { Endpoint } from '#kit/endpoint.ts'
import { fail, Fail } from '#kit/fail.ts'
import type { PayOutcome, SubjectFields, WireTransaction } from '../../contract.ts'
import { type Bearer, isForeign } from '../bearer.ts'
import type { PaymentDeps } from '../deps.ts'
import { type Payment, getPayment } from '../store.ts'
import { payOutcome, toWireTransaction } from '../view.ts'
import { type PaymentWithAttempt, findPaymentWithAttempt } from '../views/paymentWithAttempt.ts'

const maxWaitMs = 5_000
const pollMs = 100

/** Waits up to 5 s for the first call's outcome. Polls the database: that call may run in another process. */
export async function waitForOutcome(deps: PaymentDeps, payment: Payment): Promise<PayOutcome> {
  let current = await getPayment(deps.db, payment.id)
  const until = performance.now() + maxWaitMs
  while (current.state === 'authorising' && performance.now() < until) {
    await wait(pollMs)
    current = await getPayment(deps.db, payment.id)
  }
  return payOutcome(deps, current)
}

type ReadTransaction = WireTransaction & { mine?: false }

/** The payment for the bearer of its token; others than its owner see only the state. Throws `not_found`. */
export async function readPayment(deps: PaymentDeps, by: Bearer): Promise<ReadTransaction> {
  const found = await findPaymentWithAttempt(deps.db, by.token)
  if (!found) throw fail('not_found')
  return wireForBearer(deps, found, by)
}

/** Like `readPayment`, for a payment that was just read. */
export async function wireForBearer(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'subject'>,
  found: PaymentWithAttempt,
  by: Pick<Bearer, 'userId'>,
): Promise<ReadTransaction> {
  const whole = await toWireTransaction(deps, found)
  return isForeign(found.payment, by) ? toForeignTransaction(whole, deps.subject.hiddenFields) : whole
}

function toForeignTransaction(transaction: WireTransaction, shown: SubjectFields): ReadTransaction {
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
    if (!(error instanceof Fail) || errors?.[error.failName] !== 409 || error.detail.data !== undefined)
      throw error
    throw new Fail(error.failName, { ...error.detail, data: await readPayment(deps, by) })
  }
}
