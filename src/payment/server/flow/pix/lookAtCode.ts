import { setTimeout as wait } from 'node:timers/promises'
import { plus } from '#kit/clock.ts'
import { askedEachMs } from '../../../limits.ts'
import type { PaymentDeps } from '../../deps.ts'
import { askAcquirer } from '../../settle/askAcquirer.ts'
import { type Attempt, claimLook, findPayment } from '../../store.ts'

/** So long a look waits for the bank's word; what comes later the next look sees. */
const patienceMs = 700

/**
 * Somebody looks at an open code: the bank is asked about it, at most once in `askedEachMs` however many look, from
 * however many instances. Its silence is no news. Answers whether it was asked.
 */
export async function lookAtCode(deps: PaymentDeps, token: string): Promise<boolean> {
  const payment = await findPayment(deps.db, token)
  if (payment?.state !== 'awaiting_payment') return false
  const now = deps.clock.now()
  const attempt = await claimLook(deps.db, payment.id, {
    now,
    before: plus(now, -askedEachMs(now.getTime() - payment.updated_at.getTime())),
  })
  if (!attempt) return false
  const stop = new AbortController()
  const late = wait(patienceMs, undefined, { signal: stop.signal }).catch(() => undefined)
  await Promise.race([ask(deps, attempt), late])
  stop.abort()
  return true
}

async function ask(deps: PaymentDeps, attempt: Attempt): Promise<void> {
  try {
    await askAcquirer(deps, attempt, 'acquirer')
  } catch (error) {
    deps.log.error({ err: error, attempt: attempt.id }, 'an open code could not be asked about')
  }
}
