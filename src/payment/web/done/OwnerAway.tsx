import { Button } from '#kit/web/Button.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { Actions } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import type { WireTransaction } from '../../contract.ts'
import type { ShownSubject } from '../subject.ts'

type Props = { payment: WireTransaction; subject: ShownSubject }

/** The server accepts no card for an account's payment without a login. */
export function OwnerAway({ payment, subject }: Props) {
  const { name, params, query } = useRoute()
  return (
    <>
      <Situation tone="warn" title="Entre na sua conta para continuar este pagamento." icon="lock" takesFocus>
        <p>Nada foi cobrado.</p>
      </Situation>
      <Actions>
        <RouteLink to="login" query={{ to: JSON.stringify({ name, params, query }) }} look="primary">
          ENTRAR
        </RouteLink>
        {subject.keepsTicket && (
          <Button
            type="button"
            look="quiet"
            onClick={() => go('ticket.value', { query: { ticket: payment.ticket_code } })}
          >
            CONSULTAR TICKET
          </Button>
        )}
      </Actions>
    </>
  )
}
