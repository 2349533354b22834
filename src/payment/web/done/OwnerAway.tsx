import { Button } from '#kit/web/Button.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { Actions } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { useSignedIn, useSession } from '#session/web/session.ts'
import type { SeenTransaction } from '../../contract.ts'
import { termsOf } from '../../method/captureTerms.ts'
import { can, isEndedUnpaid, isAwaiting } from '../../paymentState.ts'
import { useEffect } from 'react'
import { unauthorizedCount } from '#kit/web/call/guest.ts'
import type { PaymentView } from '../usePayment.ts'

export function OwnerAway({ payment }: { payment: SeenTransaction }) {
  const { name, params, query } = useRoute()
  const isGuest = !useSignedIn()
  const { ticket_code: ticket, state } = payment
  const aim = can('changeType', state) ? 'continuar' : 'ver'
  const isUncharged = state === 'created' || isEndedUnpaid(state)
  const text = isAwaiting(state)
    ? 'Se você já confirmou no seu banco, não pague de novo.'
    : isUncharged && 'Nada foi cobrado.'
  return (
    <>
      <Situation
        tone="warn"
        title={
          isGuest ? `Entre na sua conta para ${aim} este pagamento.` : 'Este pagamento é de outra conta.'
        }
        icon="lock"
        takesFocus
      >
        {text && <p>{text}</p>}
      </Situation>
      <Actions>
        {isGuest && (
          <RouteLink to="login" query={{ to: JSON.stringify({ name, params, query }) }} look="primary">
            ENTRAR
          </RouteLink>
        )}
        {termsOf(payment).take === 'capture' && (
          <Button
            type="button"
            look={isGuest ? 'quiet' : 'primary'}
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
