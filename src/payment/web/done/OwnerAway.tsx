import { Button } from '#kit/web/Button.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { Actions } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { useSignedIn } from '#session/web/session.ts'
import type { SeenTransaction } from '../../contract.ts'
import { termsOf } from '../../method/captureTerms.ts'
import { can, isEndedUnpaid, isAwaiting } from '../../paymentState.ts'

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
