import { WaysForward } from '#checkout/web/ways/WaysForward.tsx'
import { Button } from '#kit/web/Button.tsx'
import { Actions } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { go, targetText } from '#kit/web/route/routes.ts'
import type { WireTransaction } from '../../contract.ts'
import { payScreenOf, methodRow } from '../../method/method.ts'
import type { ShownSubject } from '../subject.ts'
import css from '../Payment.module.css'
import { Situation } from '#kit/web/notice/Situation.tsx'
import type { WayForward } from '#checkout/wayForward.ts'
import type { PaymentState } from '../../paymentState.ts'

export function AtBank({ payment, onCancel }: { payment: WireTransaction; onCancel: () => void }) {
  const authUrl = payment.attempt?.authUrl ?? null
  return (
    <>
      <Situation tone="sign" title="Confirme o pagamento na página do seu banco" icon="shield" takesFocus>
        <p>O banco quer ter certeza de que é você. Depois de confirmar, você volta para cá.</p>
      </Situation>
      <Actions>
        {authUrl !== null && (
          <Button type="button" onClick={() => location.assign(authUrl)}>
            Continuar no banco
          </Button>
        )}
      </Actions>
      <Button look="danger" onClick={onCancel}>
        Cancelar
      </Button>
    </>
  )
}

export function Closed({ payment }: { payment: WireTransaction }) {
  const { title, text, again, tellsReason, way } = endingOf(payment.state, payment.payment_type)
  return (
    <>
      <Situation tone={again ? 'warn' : 'sign'} title={title} takesFocus>
        {payment.protocol !== null && (
          <p>
            Protocolo <span className={css.protocol}>{payment.protocol}</span>
          </p>
        )}
        <p>{(tellsReason ? payment.reason : null) ?? text}</p>
      </Situation>
      <WaysForward way={way} ticketCode={payment.ticket_code} />
      <Actions>
        {again && (
          <Button
            type="button"
            onClick={() => go('ticket.value', { query: { ticket: payment.ticket_code } })}
          >
            CONSULTAR TICKET
          </Button>
        )}
        {way === 'retry' && <Contact payment={payment} />}
      </Actions>
    </>
  )
}

export function Exhausted({ payment, subject }: { payment: WireTransaction; subject: ShownSubject }) {
  const { title, text, way } = subject.exhausted
  return (
    <>
      <Situation tone="warn" title={title} takesFocus>
        <p>{text}</p>
      </Situation>
      <WaysForward way={way} ticketCode={payment.ticket_code} />
    </>
  )
}

function Contact({ payment }: { payment: WireTransaction }) {
  const backTo = targetText(payScreenOf(payment), { params: { token: payment.ws_token } })
  return (
    <RouteLink to="contact" query={{ backTo }} look="plain" icon="chat">
      Fale conosco
    </RouteLink>
  )
}

type Ending = {
  readonly title: string
  readonly text: string
  readonly again: boolean
  readonly tellsReason: boolean
  readonly way: WayForward
}

const unpaid = { again: true, tellsReason: false, way: 'retry' } as const

function endingOf(state: PaymentState, paymentType: number): Ending {
  const { requested, title, text } = methodRow(paymentType).given
  switch (state) {
    case 'cancelled':
    case 'voided':
      return {
        ...unpaid,
        title: 'Este pagamento foi cancelado',
        text: 'Nada foi cobrado. Consulte o ticket se ainda quiser pagar.',
      }
    case 'expired':
      return {
        ...unpaid,
        title: 'Este pagamento expirou',
        text: 'Ele ficou aberto por tempo demais e nada foi cobrado. Consulte o ticket de novo.',
      }
    case 'refunding':
      return { ...unpaid, tellsReason: true, title: 'O valor está sendo devolvido', text: requested }
    case 'refunded':
      return { ...unpaid, tellsReason: true, title, text }
    default:
      return {
        title: 'Pagamento em análise',
        text: 'Não pague de novo. Nossa equipe está conferindo com o banco. Para falar sobre ele, informe o protocolo.',
        again: false,
        tellsReason: false,
        way: 'staff',
      }
  }
}
