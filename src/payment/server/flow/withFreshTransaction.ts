import type { Endpoint } from '#kit/endpoint.ts'
import { Fail } from '#kit/fail.ts'
import type { PaymentDeps } from '../deps.ts'
import type { Bearer } from '../bearer.ts'
import { readPayment } from '../view.ts'

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
