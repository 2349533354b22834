import { useEffect } from 'react'
import { unauthorizedCount } from '#kit/web/call/guest.ts'
import { useSession } from '#session/web/session.ts'
import type { PaymentView } from '../usePayment.ts'

/**
 * Whether an account owns the payment and nobody is signed in. The server does not say so: to others such a payment has no
 * tries left, or is not there. Where one looks like that, the session is asked about again.
 */
export function useOwnerAway(view: PaymentView): boolean {
  const session = useSession()
  const owned = view.state === 'ready' && view.payment.has_user
  const seemsForeign = owned && (view.payment.attempts_left === 0 || view.left === 'people')
  useEffect(() => {
    if (seemsForeign) unauthorizedCount.set((times) => times + 1)
  }, [seemsForeign])
  return owned && session !== null && session.user === null
}
