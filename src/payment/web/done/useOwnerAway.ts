import { useEffect } from 'react'
import { unauthorizedCount } from '#kit/web/call/guest.ts'
import { useSession } from '#session/web/session.ts'
import type { PaymentView } from '../usePayment.ts'

/** Whether an account owns the payment and no user is signed in: then the session is checked again. */
export function useOwnerAway(view: PaymentView): boolean {
  const session = useSession()
  const owned = view.state === 'ready' && view.payment.has_user
  const seemsForeign = owned && (view.payment.attempts_left === 0 || view.left === 'people')
  useEffect(() => {
    if (seemsForeign) unauthorizedCount.set((times) => times + 1)
  }, [seemsForeign])
  return owned && session !== null && session.user === null
}
