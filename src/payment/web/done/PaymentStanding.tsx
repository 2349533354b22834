import { WaysForward } from '#checkout/web/ways/WaysForward.tsx'
import { Button } from '#kit/web/Button.tsx'
import { Actions } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { go, targetText } from '#kit/web/route/routes.ts'
import type { WireTransaction } from '../../contract.ts'
import { closedRow } from './endings.ts'
import { payScreenOf } from '../payScreen.ts'
import type { ShownSubject } from '../subject.ts'
import css from '../Payment.module.css'
import { Situation } from '#kit/web/notice/Situation.tsx'

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
  const { title, text, again, tellsReason, way } = closedRow(payment.state, payment.payment_type)
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
