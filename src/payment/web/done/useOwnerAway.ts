import { useEffect } from 'react'
import { unauthorizedCount } from '#kit/web/call/guest.ts'
import { useSession } from '#session/web/session.ts'
import type { PaymentView } from '../usePayment.ts'

/** Whether the payment is of an account that is not signed in here: then the session is checked again. */
export function useOwnerAway(view: PaymentView): boolean {
  const session = useSession()
  const isForeign = view.state === 'foreign'
  const owned = view.state === 'ready' && view.payment.has_user
  const seemsForeign = isForeign || (owned && view.way === 'staff')
  useEffect(() => {
    if (seemsForeign) unauthorizedCount.set((times) => times + 1)
  }, [seemsForeign])
  return isForeign || (owned && session !== null && session.user === null)
}
