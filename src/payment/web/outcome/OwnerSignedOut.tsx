import { Button } from '#kit/web/Button.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { Actions } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { useIsSignedIn, useSession } from '#session/web/session.ts'
import type { OwnOrForeignTransaction } from '../../contract.ts'
import { captureTermsOf } from '../../method/captureTerms.ts'
import { can, isEndedUnpaid, isAwaiting } from '../../paymentState.ts'
import { useEffect } from 'react'
import { unauthorizedCount } from '#kit/web/call/sessionSignals.ts'
import type { PaymentView } from '../usePayment.ts'

export function OwnerSignedOut({ payment }: { payment: OwnOrForeignTransaction }) {
  const { name, params, query } = useRoute()
  const isGuest = !useIsSignedIn()
  const { ticket_code: ticket, state } = payment
  const aim = can('changeType', state) ? 'continuar' : 'ver'
  const isUncharged = state === 'created' || isEndedUnpaid(state)
  const text = isAwaiting(state)
    ? 'Se você já confirmou no seu banco, não pague de novo.'
    : isUncharged && 'Nada foi cobrado.'
  return (
    <>
      <Callout
        tone="warn"
        title={
          isGuest ? `Entre na sua conta para ${aim} este pagamento.` : 'Este pagamento é de outra conta.'
        }
        icon="lock"
        takesFocus
      >
        {text && <p>{text}</p>}
      </Callout>
      <Actions>
        {isGuest && (
          <RouteLink to="login" query={{ to: JSON.stringify({ name, params, query }) }} variant="primary">
            ENTRAR
          </RouteLink>
        )}
        {captureTermsOf(payment).captureMode === 'capture' && (
          <Button
            type="button"
            variant={isGuest ? 'quiet' : 'primary'}
            onClick={() => go('ticket.value', { query: { ticket } })}
          >
            CONSULTAR TICKET
          </Button>
        )}
      </Actions>
    </>
  )
}

/** Whether the payment is of an account that is not signed in here: then the session is checked again. */
export function useIsOwnerSignedOut(view: PaymentView): boolean {
  const session = useSession()
  const isForeign = view.state === 'foreign'
  const owned = view.state === 'ready' && view.payment.has_user
  const seemsForeign = isForeign || (owned && view.way === 'staff')
  useEffect(() => {
    if (seemsForeign) unauthorizedCount.set((times) => times + 1)
  }, [seemsForeign])
  return isForeign || (owned && session !== null && session.user === null)
}
