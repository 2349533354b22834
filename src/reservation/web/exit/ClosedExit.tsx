import { Button } from '#kit/web/Button.tsx'
import type { IconName } from '#kit/web/Icon.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { go } from '#kit/web/route/routes.ts'
import type { ReserveState, statesByAction } from '../../reservationState.ts'

/** The states in which no exit can be authorised; `none`: the ticket has no reservation of this person. */
export type ClosedState = Exclude<ReserveState, (typeof statesByAction.confirm)[number]> | 'none'

type Row = { title: string; text: string; icon: IconName; leadsTo: 'menu' | 'ticket' | 'payment' }

const over = { title: 'Esta reserva já foi encerrada.', icon: 'info', leadsTo: 'menu' } as const

const rows: Readonly<Record<ClosedState, Row>> = {
  none: {
    title: 'Não há reserva para este ticket.',
    text: 'Confira o endereço, ou consulte o ticket para ver o valor e pagar.',
    icon: 'ticket',
    leadsTo: 'ticket',
  },
  held: {
    title: 'Esta reserva ainda não foi paga.',
    text: 'A vaga fica garantida com o pagamento. A saída pode ser autorizada depois da entrada.',
    icon: 'card',
    leadsTo: 'payment',
  },
  preauthorised: {
    title: 'O veículo ainda não entrou no estacionamento.',
    text: 'A saída pode ser autorizada depois da entrada. Se você já entrou, fale com a administração.',
    icon: 'car',
    leadsTo: 'menu',
  },
  exited: { ...over, text: 'O veículo já saiu do estacionamento. O recibo está em Meus pagamentos.' },
  cancelled: { ...over, text: 'Ela foi cancelada. Para estacionar com vaga garantida, faça outra reserva.' },
  no_show: { ...over, text: 'O veículo não chegou a tempo. Se você entrou depois, pague pelo ticket.' },
  released: { ...over, text: 'Ela não foi paga a tempo, e nada foi cobrado. Faça outra reserva.' },
}

type Props = { state: ClosedState; code: string; token: string }

/** Says why no exit can be authorised, with a way on. */
export function ClosedExit({ state, code, token }: Props) {
  const { title, text, icon, leadsTo } = rows[state]
  return (
    <>
      <Callout tone="warn" title={title} icon={icon} takesFocus>
        <p>{text}</p>
      </Callout>
      {leadsTo === 'menu' && (
        <Button type="button" onClick={() => go('user.menu')}>
          VOLTAR AO MENU
        </Button>
      )}
      {leadsTo === 'ticket' && (
        <RouteLink
          to={code === '' ? 'ticket.read' : 'ticket.value'}
          query={{ ticket: code || undefined }}
          variant="primary"
        >
          CONSULTAR TICKET
        </RouteLink>
      )}
      {leadsTo === 'payment' && (
        <RouteLink
          to="ticket.paymentType"
          query={{ ticket: code, ptoken: token }}
          variant="primary"
          icon="card"
        >
          PAGAR RESERVA
        </RouteLink>
      )}
    </>
  )
}
