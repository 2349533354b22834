import { Button } from '#kit/web/Button.tsx'
import { go } from '#kit/web/route/routes.ts'
import type { WireTransaction } from '../../contract.ts'

type Props = { payment: WireTransaction; onCancel: () => void }

export function ChangeOrCancelButtons({ payment, onCancel }: Props) {
  const query = { ticket: payment.ticket_code, ptoken: payment.ws_token }
  return (
    <div className="group">
      <Button variant="quiet" onClick={() => go('ticket.paymentType', { query })}>
        Alterar forma de pagamento
      </Button>
      <Button variant="danger" onClick={onCancel}>
        Cancelar
      </Button>
    </div>
  )
}
